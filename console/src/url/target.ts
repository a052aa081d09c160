let target: string | null = null;

/** Sets the path of the page that the user wants: the shown one, or the next one while its code loads. */
export function setTarget(path: string): void {
  target = path;
}

/** Whether the user wants the page with this path. Before the first navigation, it is the one that is shown. */
export const isTarget = (path: string): boolean => target === null || target === path;
