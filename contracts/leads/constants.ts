/** Constants of the leads list. Without zod, because the console needs them before its first rows. */

export const leadSorts = ['createdAt', 'orderId', 'total', 'status'] as const;

/** The maximum number of listed lead ids; larger selections need a filter. */
export const MOST_LEADS_NAMED = 20_000;
