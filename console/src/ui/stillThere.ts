/** An element that is to have the focus again; the page if it is gone. */
export function stillThere(element: HTMLElement | null): HTMLElement | null {
  return element?.isConnected ? element : document.querySelector('main');
}
