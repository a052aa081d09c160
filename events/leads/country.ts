/** Codes that CLDR replaces, such as UK and those of former countries, each with the code of today. */
const replaced: Readonly<Record<string, string>> = {
  AN: 'CW',
  BU: 'MM',
  CS: 'RS',
  DD: 'DE',
  DY: 'BJ',
  FX: 'FR',
  HV: 'BF',
  NH: 'VU',
  RH: 'ZW',
  SU: 'RU',
  TP: 'TL',
  UK: 'GB',
  VD: 'VN',
  YD: 'YE',
  YU: 'RS',
  ZR: 'CD',
};

/** Returns the code that a country has today: DE for DD, GB for UK. Takes upper case; returns other texts unchanged. */
export const currentCountry = (code: string): string => replaced[code] ?? code;
