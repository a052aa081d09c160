/**
 * A script for the page: marks the time at which a text first appears in it. A text, because this project is compiled
 * without the types of browsers.
 */
export const markText = (text: string): string => `
  new MutationObserver((_, observer) => {
    if (!document.body?.textContent.includes(${JSON.stringify(text)})) return;
    performance.mark('text');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** Runs in the page: the URLs of what it had loaded by the mark, each once; null before it. */
export function scriptsBeforeMark(): string[] | null {
  const [mark] = performance.getEntriesByName('text');
  if (!mark) return null;
  const requests = performance
    .getEntriesByType('resource')
    // Not those that the update with the text has just requested: nothing on the screen has waited for them.
    .filter(
      (request) => request instanceof PerformanceResourceTiming && request.responseEnd <= mark.startTime,
    );
  // Code is fetched before it is imported from the cache.
  return [...new Set(requests.map(({ name }) => name))];
}
