"""All writing to tournaments. Each call checks who asks and is one transaction."""
