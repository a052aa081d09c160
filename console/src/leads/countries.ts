/** The countries to choose from. A lead that came from elsewhere keeps its own. */
export const countries = ['US', 'IN', 'GB', 'CA', 'AU'] as const;

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** 'India' for 'IN'. Codes come from partners; what is no region's code is shown as it is. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}
