"""Which language somebody is answered in, and how the catalogues in locale/ are kept."""
