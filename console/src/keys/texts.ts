/** The texts of keyboard control, in English; those of its dialogs are in texts/. A translation is another object of this type. */
export const keyTexts = {
  /** The heading of the keys that work on every page. */
  everywhere: 'Everywhere',
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
