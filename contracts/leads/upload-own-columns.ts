/** A column of an uploaded spreadsheet: the field guide that the screen shows. Names are case-sensitive. */
export type UploadColumn<Name extends string> = {
  name: Name;
  need: 'required' | 'price' | 'optional';
  /** The field of the lead that it fills, for people. */
  becomes: string;
  /** The values that a cell may hold, in words. */
  format: string;
  example: string;
  /** Other names of the column, in lower case without signs: suggestions for an unknown column. */
  aliases: readonly string[];
};

/** Columns that fill no single field of the catalogue (events/leads/fields.ts). */
export const ownColumns = {
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
} as const satisfies Record<string, Omit<UploadColumn<string>, 'name'>>;
