// Runs before the first paint and before the console's own code.

// The chosen mode; src/theme/mode.ts changes it.
document.documentElement.dataset.mode = localStorage.getItem('mode') ?? 'system';

// Rarer for a page that was loaded again already: something may keep its files away for longer.
const [{ type } = {}] = performance.getEntriesByType('navigation');
const LOOK_EVERY_MS = type === 'reload' ? 20_000 : 2_000;

// A script or style that did not come, because the server restarted or the line was cut, leaves the page empty or without
// its look: it loads again once the server answers. Without this, it stays so until the user reloads it.
addEventListener('error', ({ target }) => isOfEmptyPage(target) && void loadAgain(), true);

const isOfEmptyPage = (target) =>
  target instanceof Element &&
  target.matches('script[src^="/"], link[rel=stylesheet][href^="/"]') &&
  document.querySelector('#root > *') === null;

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
