/** The texts of pages that edit an entity, in English. `noun`: 'Offer'. A translation is another object of this type. */
export const editTexts = {
  gone: (noun: string) =>
    `This ${noun.toLowerCase()} was deleted, or you may not see it any more. It cannot be saved; copy what you still need.`,
};
