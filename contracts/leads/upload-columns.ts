import type { UploadGuide } from '@crm/events/leads/fields/field.ts';
import { type FieldName, fieldList, fieldOf, type LeadFields } from '@crm/events/leads/fields/list.ts';

/** A column of an uploaded spreadsheet: the field guide that the screen shows. Names are case-sensitive. */
type Column<Name extends string = UploadField> = {
  name: Name;
  need: 'required' | 'price' | 'optional';
  /** The field of the lead that it fills, for people. */
  becomes: string;
  /** What a cell may hold. */
  format: string;
  example: string;
  /** Other names of the column, in lower case without signs: suggestions for an unknown column. */
  aliases: readonly string[];
};

/** Columns that fill no single field of the catalogue (events/leads/fields.ts). */
const ownColumns = {
  ID: {
    need: 'optional',
    becomes: 'Order ID',
    format:
      'Up to 100 characters without spaces or commas. Without it, a lead is known again by phone, name, date, amount and offer.',
    example: 'A-1001',
    aliases: ['orderid', 'order', 'ordernumber', 'orderno', 'leadid', 'number'],
  },
  Date: {
    need: 'optional',
    becomes: 'Created date: when it was ordered',
    format:
      'YYYY-MM-DD or MM/DD/YYYY, a time after it if you like, or a real date of the spreadsheet. DD/MM/YYYY too: you are asked when the dates of a file can be read in both ways. They are of the organisation’s time zone; a time with a Z after it is UTC.',
    example: '2025-03-01',
    aliases: ['orderdate', 'created', 'createdat', 'datetime', 'ordered', 'orderedat', 'createddate'],
  },
  Status: {
    need: 'optional',
    becomes: 'Status',
    format: 'processing, approved, cancelled, hold or trash; empty is processing',
    example: 'processing',
    aliases: ['leadstatus', 'orderstatus'],
  },
  Lastname: {
    need: 'optional',
    becomes: 'Full name, after Customer',
    format: 'Text',
    example: 'Nair',
    aliases: ['surname', 'familyname', 'lastname'],
  },
  IP: {
    need: 'optional',
    becomes: 'Additional field ip',
    format: 'Up to 200 characters',
    example: '203.0.113.7',
    aliases: ['ipaddress', 'clientip', 'userip'],
  },
  'Tracking code': {
    need: 'optional',
    becomes: 'Additional field tracking_code',
    format: 'Up to 200 characters',
    example: 'RR123456785IN',
    aliases: ['tracking', 'trackingnumber', 'trackingid', 'awb'],
  },
  'Decline reason': {
    need: 'optional',
    becomes: 'Status reason, of a status other than processing',
    format: 'Up to 500 characters',
    example: 'Wrong number',
    aliases: ['reason', 'cancelreason', 'rejectreason', 'statusreason'],
  },
  Comment: {
    need: 'optional',
    becomes: 'Comment',
    format: 'Up to 2000 characters',
    example: 'Call after six',
    aliases: ['comments', 'note', 'notes', 'message'],
  },
  Company: {
    need: 'optional',
    becomes: 'Additional field company',
    format: 'Up to 200 characters',
    example: 'Kochi Traders',
    aliases: ['organisation', 'organization', 'firm'],
  },
  Manager: {
    need: 'optional',
    becomes: 'Additional field manager',
    format: 'Up to 200 characters',
    example: 'Joseph',
    aliases: ['accountmanager'],
  },
  'UTM Source': {
    need: 'optional',
    becomes: 'Additional field utm_source',
    format: 'Up to 200 characters',
    example: 'google',
    aliases: ['utmsource'],
  },
  'UTM Campaign': {
    need: 'optional',
    becomes: 'Additional field utm_campaign',
    format: 'Up to 200 characters',
    example: 'spring',
    aliases: ['utmcampaign', 'campaign'],
  },
  'UTM Content': {
    need: 'optional',
    becomes: 'Additional field utm_content',
    format: 'Up to 200 characters',
    example: 'banner-2',
    aliases: ['utmcontent'],
  },
  'UTM Term': {
    need: 'optional',
    becomes: 'Additional field utm_term',
    format: 'Up to 200 characters',
    example: 'knee pain',
    aliases: ['utmterm', 'keyword'],
  },
  'UTM Medium': {
    need: 'optional',
    becomes: 'Additional field utm_medium',
    format: 'Up to 200 characters',
    example: 'cpc',
    aliases: ['utmmedium'],
  },
} as const satisfies Record<string, Omit<Column<string>, 'name'>>;

type FieldColumn = {
  [Name in FieldName]: LeadFields[Name] extends { upload: { column: infer Column extends string } }
    ? Column
    : never;
}[FieldName];

/** Kept under its own name among the lead's additional fields. Any number of columns can be one; other fields have one column. */
export const ADDITIONAL_FIELD = 'Additional field';

/** All that a column can be taken for. */
export type UploadField = keyof typeof ownColumns | FieldColumn | typeof ADDITIONAL_FIELD;

function ownColumn(name: keyof typeof ownColumns): Column {
  return { name, ...ownColumns[name] };
}

// A column's name in the catalogue is one of its type.
const columnName = (column: string) => column as FieldColumn;

function guideColumn(
  upload: { column: string; format: string; aliases: readonly string[] },
  guide: UploadGuide,
): Column {
  const { becomes, example, need = 'optional' } = guide;
  return {
    name: columnName(upload.column),
    need,
    becomes,
    format: upload.format,
    example,
    aliases: upload.aliases,
  };
}

function fieldColumn(name: FieldName): Column {
  const { upload } = fieldOf(name);
  if (!upload?.guide) throw new Error(`The field ${name} has no column in the guide`);
  return guideColumn(upload, upload.guide);
}

/** The guide's columns in the order in which partners know them. */
const known: readonly Column[] = [
  ownColumn('ID'),
  ownColumn('Date'),
  ownColumn('Status'),
  fieldColumn('productName'),
  fieldColumn('total'),
  fieldColumn('price'),
  fieldColumn('fullName'),
  ownColumn('Lastname'),
  fieldColumn('phone'),
  fieldColumn('email'),
  ownColumn('IP'),
  fieldColumn('country'),
  fieldColumn('postIndex'),
  fieldColumn('address'),
  ownColumn('Tracking code'),
  ownColumn('Decline reason'),
  ownColumn('Comment'),
  ownColumn('Company'),
  ownColumn('Manager'),
  fieldColumn('webmaster'),
  fieldColumn('sub3'),
  fieldColumn('sub4'),
  fieldColumn('sub5'),
  fieldColumn('sub2'),
  ownColumn('UTM Source'),
  ownColumn('UTM Campaign'),
  ownColumn('UTM Content'),
  ownColumn('UTM Term'),
  ownColumn('UTM Medium'),
  fieldColumn('sub1'),
  fieldColumn('currency'),
];

const uploads = fieldList.flatMap(({ upload }) => upload ?? []);

/** The columns of the guide; fields that were added to the catalogue since come last. */
export const uploadColumns: readonly Column[] = [
  ...known,
  ...uploads.flatMap((upload) =>
    upload.guide && known.every(({ name }) => name !== upload.column)
      ? guideColumn(upload, upload.guide)
      : [],
  ),
];

/** Fields without a column in the guide: an unknown column can be given to one of them by hand. */
const moreUploadFields: readonly Pick<Column, 'name' | 'aliases'>[] = [
  ...uploads.flatMap(({ column, aliases, guide }) => (guide ? [] : { name: columnName(column), aliases })),
  { name: ADDITIONAL_FIELD, aliases: [] },
];

/** The names of all that a column can be taken for. */
export const uploadFields: readonly UploadField[] = [...uploadColumns, ...moreUploadFields].map(
  ({ name }) => name,
);

/** Whether a column is known by its own name, to the letter. */
export const isUploadColumn = (name: string): name is UploadField =>
  uploadColumns.some((column) => column.name === name);

/** The field that an unknown column probably is: 'phone no.' is Phone, 'E-mail address' is E-Mail; null when none is near. */
export function suggestField(column: string): UploadField | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const wantedName = plain(column);
  const found = [...uploadColumns, ...moreUploadFields].find(
    ({ name, aliases }) => plain(name) === wantedName || aliases.includes(wantedName),
  );
  return found?.name ?? null;
}
