/** Every text of keyboard control and Ctrl K, in English. A translation is another object of this type. */
export const keyTexts = {
  /** The heading of the keys that work on every page. */
  everywhere: 'Everywhere',
  sheet: {
    title: 'Keyboard shortcuts',
    find: 'Find pages, actions and leads',
    sameInRow: 'Same thing in the next or previous row',
    close: 'Close a dialog or menu',
    singleKeys: 'Single-key shortcuts',
    singleKeysHint: 'Turn off if keys are pressed by accident. Ctrl K always works.',
  },
  palette: {
    title: 'Find',
    placeholder: 'Find leads, pages and actions',
    searching: 'Searching…',
    empty: 'Nothing found',
    failed: 'Search failed',
    failedEmpty: 'The server could not search',
  },
  call: 'Call',
  callNumber: (phone: string) => `Call ${phone}`,
  comfortableRows: 'Comfortable rows',
  denseRows: 'Dense rows',
  pages: {
    next: 'Next page',
    previous: 'Previous page',
    goTo: 'Go to page',
  },
  /** `noun`: 'lead'. */
  rows: {
    chooseFirst: (noun: string) => `Choose a row first: j and k move from ${noun} to ${noun}`,
    next: (noun: string) => `Next ${noun}`,
    previous: (noun: string) => `Previous ${noun}`,
  },
};
