/** Every text of Ctrl K, in English. A translation is another object of this type. */
export const paletteTexts = {
  title: 'Find',
  placeholder: 'Find leads, pages and actions',
  searching: 'Searching…',
  empty: 'Nothing found',
  failed: 'Search failed',
  failedEmpty: 'The server could not search',
};
