/** Shared message texts, exactly as specified. */
export const texts = {
  required: 'This field is required',
  email: 'Please enter a valid email address',
  phone: 'Please enter a valid phone number',
  atLeast: (n: number) => `Must be at least ${n} characters`,
  atMost: (n: number) => `Cannot exceed ${n} characters`,
  positive: 'Must be a positive number',
  total: 'Must be the price times the quantity',
  url: 'Please enter a valid URL',
  unknownField: 'Unknown field',
  badCharacters: 'Remove the characters that cannot be stored: a NUL, or half of an emoji',
} as const;
