/** The most events that the lag of a consumer counts. */
export const MOST_LAG_COUNTED = 500;
