/** Limits of filters. Without zod, because lists of the console need them before their first rows. */

/** The number of characters of a search, or of another text that a list is filtered by. */
export const LONGEST_FILTER = 200;

/** The number of characters of a field's name, by which the audit history is filtered. */
export const LONGEST_FIELD_NAME = 60;

/** The leads list shows at most this many leads by their order ids. */
export const MOST_ORDER_IDS = 500;
export const LONGEST_ORDER_ID = 200;

/** The number of rows on a page of a list. */
export const LARGEST_PAGE = 500;
