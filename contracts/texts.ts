import { REQUIRED } from '@crm/events/language/field-errors.ts';

/** Shared message texts, exactly as specified. */
export const texts = {
  required: REQUIRED,
  email: 'Please enter a valid email address',
  phone: 'Please enter a valid phone number',
  atLeast: (n: number) => `Must be at least ${n} characters`,
  atMost: (n: number) => `Cannot exceed ${n} characters`,
  positive: 'Must be a positive number',
  total: 'Must be the price times the quantity',
  url: 'Please enter a valid URL',
  unknownField: 'Unknown field',
  fileType: (name: string, types: readonly string[]) =>
    `${name} is no ${types.slice(0, -1).join(', ')} or ${types.at(-1)}: save it as one of these`,
  badCharacters: 'Remove the characters that cannot be stored: a NUL, or half of an emoji',
} as const;
