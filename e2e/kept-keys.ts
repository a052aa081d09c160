/**
 * The script of a page that keeps keys for a popup for 60 s instead of 5 (console/src/ui/keptKeys.ts), and shows toasts for as
 * long (console/src/ui/Toaster.tsx): on a busy machine, the keys of a test alone take longer to press.
 */
export const keysKeptLonger = `
  const plain = window.setTimeout;
  window.setTimeout = (run, ms, ...more) => plain(run, ms === 5000 ? 60000 : ms, ...more);`;
