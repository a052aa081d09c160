import type { ReactNode } from 'react';
import { formatNumber, plural } from '../../format/count.ts';
import { formatMebibytes } from '../../format/size.ts';
import { leadWords } from './words.ts';

type FileLimits = {
  bytes: number;
  xlsBytes: number;
  rows: number;
  columns: number;
  rowCharacters: number;
  cellCharacters: number;
};

const saved = (leads: number) => plural(leads, { one: '# lead saved', other: '# leads saved' });

/** The texts of the upload of leads from a spreadsheet. */
export const leadUploadTexts = {
  /** Heading of the page's actions in the `?` sheet. */
  group: 'Upload',
  subtitle: 'Nothing is saved before you have seen what is in the file.',
  showGuide: 'Show field guide',
  hideGuide: 'Hide field guide',
  failed: 'Upload failed. Please try again.',
  running:
    'You can leave this page: the work goes on, and is found again at the top. This address leads back.',

  guide: {
    title: 'Field guide',
    /** `limits`: the sentence `file.limits`. */
    introduction: (limits: string) =>
      `The first row names the columns, spelled as here: capitals count. Customer, Phone and one of Amount or Price must be there, unless the offer’s price is used. Other columns can be given a meaning by hand once the file is checked. ${limits}`,
    headers: ['Column', 'Needed', 'Becomes', 'What is right', 'Example'],
    needs: { required: 'Required', price: 'One of these', optional: 'Optional' },
    whenErrors: 'When rows have errors',
    fix: (hints: readonly string[]) => `How to fix: ${hints.join('. ')}.`,
  },
  file: {
    title: 'File',
    label: 'Spreadsheet',
    choose: 'Choose a spreadsheet, or drop it here',
    types: '.csv, .xlsx or .xls; the first row names the columns',
    replace: 'choose another to replace it',
    empty: (name: string) => `${name} is empty`,
    tooLarge: (name: string, size: number, most: number) =>
      `${name} has ${formatMebibytes(size)}; at most ${formatMebibytes(most)} can be sent. Split it into smaller files`,
    tooLargeXls: (name: string, size: number, most: number) =>
      `${name} has ${formatMebibytes(size)}; at most ${formatMebibytes(most)} can be sent. Save it as .csv or .xlsx`,
    limits: (most: FileLimits) =>
      `A file can have up to ${formatMebibytes(most.bytes)} (${formatMebibytes(most.xlsBytes)} as .xls), ${formatNumber(most.rows)} rows, ${most.columns} columns, ${formatNumber(most.rowCharacters)} characters in a row and ${formatNumber(most.cellCharacters)} in a cell.`,
  },
  offer: {
    title: 'Offer',
    none: (link: (text: string) => ReactNode) => (
      <>There is no active offer yet. {link('Add one')} first: every lead is of an offer.</>
    ),
    search: 'Search offers by name',
    noneFound: 'No active offer matches.',
    newest: (shown: number, total: number) =>
      `The newest ${formatNumber(shown)} of ${formatNumber(total)} active offers. Search to find the others.`,
    newestFound: (shown: number, total: number) =>
      `The newest ${formatNumber(shown)} of ${formatNumber(total)} offers that match. Type more of the name to find the others.`,
    usePrice: 'Use the offer’s price',
    priceOf: (price: string) =>
      `Every lead gets ${price} a piece; Amount and Price of the file are not read.`,
    priceHint: 'For every lead; Amount and Price of the file are not read then.',
    unlimited: 'Unlimited',
    inStock: (n: number) => `${formatNumber(n)} in stock`,
  },
  operators: {
    title: 'Operators',
    none: (link: (text: string) => ReactNode) => (
      <>There is no operator yet: the leads will be unassigned unless you {link('add one')}.</>
    ),
    /** A ticked operator who was deactivated or deleted since. */
    notAvailable: 'Not available any more',
    leadsFor: (operator: string) => `Leads for ${operator}`,
    even: 'Even',
    splitEvenly: 'Split evenly',
    allShared: 'All leads, shared evenly',
    someShared: (typed: number) => `${formatNumber(typed)} as typed, the rest shared evenly`,
    allUnassigned: 'All leads stay unassigned',
    someAssigned: (typed: number) => `${formatNumber(typed)} for operators`,
    tooMany: (typed: number, leads: number) =>
      `${formatNumber(typed)} for operators, but the file has ${formatNumber(leads)}: the last operators get fewer`,
    assigned: (assigned: number, unassigned: number) =>
      `${formatNumber(assigned)} for operators, ${formatNumber(unassigned)} unassigned`,
  },
  summary: {
    title: 'Summary',
    file: 'File',
    offer: 'Offer',
    price: 'Price',
    priceEach: (price: string) => `${price} each`,
    priceOfFile: 'As the file says',
    operators: 'Operators',
    noOperators: 'None: unassigned',
    sharedOver: (operators: number) => `Shared evenly over ${operators}`,
    leadsOver: (leads: number, operators: number) => `${leadWords.count(leads)} over ${operators}`,
    currency: 'Currency',
    leadsToSave: 'Leads to save',
    rowsWithErrors: 'Rows with errors',
    afterCheck: 'Known after the check',
  },
  actions: {
    chooseFile: 'Choose a file first.',
    chooseOffer: 'Choose an offer.',
    sending: 'Sending the file',
    sent: (percent: number) => `Sending: ${percent} %`,
    reading: 'Sent. Reading it …',
    stop: 'Stop',
    check: 'Check file',
    checkAgain: 'Check again',
    savesNothing: 'Nothing is saved by it.',
    outdated: 'What you changed changes what will be saved.',
    upload: (leads: number) => `Upload ${leadWords.count(leads)}`,
    discard: 'Discard',
    chooseDateOrder: 'Choose the order of day and month below first.',
  },
  preview: {
    title: 'What is in the file',
    rows: 'Rows',
    validAndNew: 'Valid and new',
    known: 'Already there',
    otherErrors: 'Other errors',
    nothingValid: 'No row could be saved as it is: see below what is wrong with them.',
  },
  dates: {
    title: 'Dates',
    order: 'Order of day and month',
    dayFirst: 'Day first',
    monthFirst: 'Month first',
    ambiguous: (example: string, row: number) =>
      `The dates can be read in two ways, for example ${example} in row ${row}. Choose which comes first, the day or the month.`,
    fromFile: 'The order of day and month, as the file shows it.',
    chosen: 'As you chose.',
  },
  columns: {
    title: 'Columns',
    leftOut: 'Left out',
    takeSuggestions: (n: number) =>
      plural(n, { one: 'Take the suggestion', other: 'Take all # suggestions' }),
    knownByName: 'known by its name',
    fieldOf: (column: string) => `What ${column} is`,
    changed: 'Changed',
    remembered: 'Remembered',
    unknown: 'Unknown',
    probably: (field: string) => `probably ${field}`,
    hint: 'What you choose here is remembered for the next file once you upload this one.',
  },
  firstRows: {
    title: 'First rows',
    label: 'First rows of the file',
    /** Between a column and its field, for screen readers; others see an arrow. */
    savedAs: ' as ',
    row: 'Row',
    savedDate: 'Saved date',
    savedTotal: 'Saved total',
    timeOfUpload: 'Time of the upload',
  },
  errors: {
    label: 'Rows with errors',
    title: (n: number) => plural(n, { one: '# row with errors', other: '# rows with errors' }),
    download: 'Download rows with errors',
    hint: 'The file has these rows alone, and why: correct them there and upload it.',
    hintOfFirst: (shown: number) =>
      `The file has these rows alone, and why: correct them there and upload it. The first ${formatNumber(shown)} are shown.`,
    row: (n: number) => `Row ${formatNumber(n)}`,
  },
  result: {
    title: 'Result',
    saved,
    savedWithErrors: (leads: number, rows: number) =>
      `${saved(leads)}; ${plural(rows, { one: '# row has errors', other: '# rows have errors' })}`,
    offer: 'Offer',
    unassigned: 'Unassigned',
    another: 'Upload another file',
    goToLeads: 'Go to the leads',
  },
  link: {
    result: 'Show the result',
    preview: 'Show what is in the file',
  },
};
