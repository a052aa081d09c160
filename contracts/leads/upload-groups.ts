export const uploadGroups = [
  'Already in Database',
  'Duplicates in File',
  'Data Validation',
  'Missing Required Data',
  'Format Issues',
] as const;
export type UploadGroup = (typeof uploadGroups)[number];

/** How to fix the rows of each group: shown in the field guide and beside the errors. */
export const uploadHints: Record<UploadGroup, readonly string[]> = {
  'Already in Database': ['Remove the rows whose orders are leads already, or give them another ID'],
  'Duplicates in File': ['Keep one row of each ID'],
  // Stricter than the check, which accepts 7 digits: with 10, the number surely has its area or operator prefix.
  'Data Validation': ['Phone needs at least 10 digits', 'Price must be positive'],
  'Missing Required Data': ['Fill Customer, Phone, and Amount or Price', 'Column names are case-sensitive'],
  'Format Issues': [
    'Write dates as YYYY-MM-DD or MM/DD/YYYY',
    'Write the country as a 2-letter code or by its name',
    'Rows over the lead limit need a larger plan or the next billing period',
  ],
};

/** The group of an error message. The order matters: 'Phone is required' belongs to phones. */
export function uploadGroupOf(message: string): UploadGroup {
  if (message.includes('already exists in database')) return 'Already in Database';
  if (message.includes('Duplicate Order ID in file')) return 'Duplicates in File';
  if (/phone|price/i.test(message) || message.includes('Amount')) return 'Data Validation';
  if (/required|missing/i.test(message)) return 'Missing Required Data';
  return 'Format Issues';
}
