/** An instant for texts outside the console, to the minute: '2026-01-31 10:00 UTC'. */
export const utcMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
