// Sets light or dark before the first paint; src/theme/mode.ts takes over once the app runs.
(() => {
  const chosen = localStorage.getItem('mode');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mode = dark ? 'dark' : 'light';
})();
