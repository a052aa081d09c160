/** Every text of leaving a page with unsaved changes, in English. A translation is another object of this type. */
export const urlTexts = {
  unsaved: {
    title: 'Discard changes?',
    message: 'What you changed on this page has not been saved.',
    discard: 'Discard',
  },
};
