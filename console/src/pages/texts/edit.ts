/** The texts of pages that edit an entity, in English. `noun`: 'Offer'. A translation is another object of this type. */
export const editTexts = {
  changedMeanwhile: (noun: string) =>
    `Another user has changed this ${noun.toLowerCase()}. Reload it to continue; your own changes are kept.`,
  reload: 'Reload',
  gone: (noun: string) =>
    `This ${noun.toLowerCase()} was deleted, or you may not see it any more. It cannot be saved; copy what you still need.`,
};
