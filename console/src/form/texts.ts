/** Every text of the form shells, in English. A translation is another object of this type. */
export const formTexts = {
  cancel: 'Cancel',
  draft: {
    restored: 'Restored what you typed before',
    discard: 'Discard',
  },
};
