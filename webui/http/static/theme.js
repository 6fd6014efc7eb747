/* Sets the chosen theme before the first paint, so that a dark room stays dark. A classic script on purpose. */
(() => {
  try {
    const theme = localStorage.getItem("clashcam.theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is forbidden: the system's preference decides.
  }
})();
