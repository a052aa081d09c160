// Sets the chosen mode before the first paint; src/theme/mode.ts changes it.
document.documentElement.dataset.mode = localStorage.getItem('mode') ?? 'system';
