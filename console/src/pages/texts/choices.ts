/** The texts of choices that are read from the server, in English. A translation is another object of this type. */
export const choiceTexts = {
  /** `labels`: those of the controls. */
  failed: (labels: readonly string[]) => `The choices for ${labels.join(' and ')} could not be loaded.`,
};
