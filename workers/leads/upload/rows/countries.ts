import { currentCountry } from '@crm/events/leads/country.ts';

/** Further common names of countries, in the form that `plain` returns. */
const alsoCalled: Record<string, string> = {
  usa: 'US',
  america: 'US',
  unitedstatesofamerica: 'US',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  uae: 'AE',
  emirates: 'AE',
  ksa: 'SA',
  bharat: 'IN',
  holland: 'NL',
  czechrepublic: 'CZ',
  turkey: 'TR',
  burma: 'MM',
  myanmar: 'MM',
  ivorycoast: 'CI',
  korea: 'KR',
  russianfederation: 'RU',
  vietnam: 'VN',
  srilanka: 'LK',
};

const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** Codes with a name that is not of a country. */
const noCountries = ['EU', 'EZ', 'UN', 'ZZ', 'XA', 'XB', 'QO'];

/** Codes and English names of all countries: found at the first use, as this takes a tenth of the start of a process. */
function findCountries() {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const codes = new Set<string>();
  const byName = new Map<string, string>();
  for (const one of letters)
    for (const two of letters) {
      const code = one + two;
      // A withdrawn code still has the name of a country: DD is called Germany.
      if (currentCountry(code) !== code || noCountries.includes(code)) continue;
      const name = names.of(code);
      if (!name) continue;
      codes.add(code);
      byName.set(plain(name), code);
    }
  return { codes, byName };
}

let found: ReturnType<typeof findCountries> | null = null;

/** Returns the 2-letter code for a country's code or common name; null when the text is no country. */
export function countryOf(text: string): string | null {
  found ??= findCountries();
  const { codes, byName } = found;
  const code = currentCountry(text.toUpperCase());
  if (codes.has(code)) return code;
  const name = plain(text);
  return alsoCalled[name] ?? byName.get(name) ?? null;
}
