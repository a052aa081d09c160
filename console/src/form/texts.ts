/** Every text of the form shells, in English. A translation is another object of this type. */
export const formTexts = {
  cancel: 'Cancel',
  incomplete: 'This is not complete: finish it, or leave it empty',
  draft: {
    restored: 'Restored what you typed before',
    discard: 'Discard',
  },
};
