// Before the first paint: the theme the visitor chose here, and that scripts run.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const chosen = localStorage.getItem("triomphe-theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch {
    // Storage may be forbidden; then the system's theme it is.
  }
})();
