/** The countries of the country select. A lead with another country keeps it. */
export const countries = ['US', 'IN', 'GB', 'CA', 'AU'] as const;

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** 'India' for 'IN'. Codes come from partners; an unknown code is shown unchanged. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}
