// Runs before the first paint and before the console's own code.

// The chosen mode; src/theme/mode.ts changes it.
document.documentElement.dataset.mode = localStorage.getItem('mode') ?? 'system';

const LOOK_EVERY_MS = 2000;

// A script that did not come, because the server restarted or the line was cut, leaves the page empty: it loads again once
// the server answers. Without this, it stays empty until the user reloads it.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && void loadAgain(), true);

async function loadAgain() {
  do await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  while (!(await answers()));
  location.reload();
}

const answers = () =>
  fetch(location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
