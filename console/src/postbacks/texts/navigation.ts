/** The texts that the first screen needs; a part of its own keeps the others out of it. */
export const postbackNavigationTexts = {
  title: 'Postbacks',
};
