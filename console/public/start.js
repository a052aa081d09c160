// What it does and why: index.html. Not minified, so its size counts.
document.documentElement.dataset.mode = localStorage.getItem('mode') ?? 'system';

const [{ type } = {}] = performance.getEntriesByType('navigation');

async function loadAgain() {
  do await new Promise((resolve) => setTimeout(resolve, type === 'reload' ? 20_000 : 2_000));
  while (!(await fetch(location.href, { method: 'HEAD' }).catch(() => ({}))).ok);
  location.reload();
}

addEventListener(
  'error',
  ({ target }) =>
    target.matches?.('script[src^="/"], link[rel=stylesheet][href^="/"]') &&
    !document.querySelector('#root > *') &&
    void loadAgain(),
  true,
);
