// Runs before the first paint, so that a dark page never flashes white. Mantine reads and writes the same key.
(function () {
  var chosen = 'auto';
  try {
    chosen = localStorage.getItem('concordat-theme') || 'auto';
  } catch {
    // Storage may be switched off: the system's theme is used.
  }
  var prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  var isDark = chosen === 'dark' || (chosen !== 'light' && prefersDark);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
})();
