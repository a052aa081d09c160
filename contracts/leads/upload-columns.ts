/**
 * The columns of an uploaded spreadsheet: the field guide on the screen, and the mapping that the server
 * uses. Names are case-sensitive.
 */
type Column = {
  name: string;
  /** `price`: at least one of the columns with this value is required, unless the offer's price is used. */
  need: 'required' | 'price' | 'optional';
  /** The lead's field that it fills, as shown to users. */
  becomes: string;
  /** The valid format. */
  format: string;
  example: string;
  /** Other names for it, in lower case without punctuation: for suggestions for unknown columns. */
  alike: readonly string[];
};

export const uploadColumns = [
  {
    name: 'ID',
    need: 'optional',
    becomes: 'Order ID',
    format:
      'Up to 100 characters without spaces or commas. Without it, a lead is known again by phone, name, date, amount and offer.',
    example: 'A-1001',
    alike: ['orderid', 'order', 'ordernumber', 'orderno', 'leadid', 'number'],
  },
  {
    name: 'Date',
    need: 'optional',
    becomes: 'Created date: when it was ordered',
    format: 'YYYY-MM-DD or MM/DD/YYYY, a time after it if you like (UTC), or a real date of the spreadsheet',
    example: '2025-03-01',
    alike: ['orderdate', 'created', 'createdat', 'datetime', 'ordered', 'orderedat', 'createddate'],
  },
  {
    name: 'Status',
    need: 'optional',
    becomes: 'Status',
    format: 'processing, approved, cancelled, hold or trash; empty is processing',
    example: 'processing',
    alike: ['state', 'leadstatus', 'orderstatus'],
  },
  {
    name: 'Offer',
    need: 'optional',
    becomes: 'Product name; the offer itself is the one picked on the screen',
    format: 'Up to 200 characters; empty is the offer’s name',
    example: 'Knee oil',
    alike: ['product', 'productname', 'item', 'goods', 'offername'],
  },
  {
    name: 'Amount',
    need: 'price',
    becomes: 'Total',
    format:
      'More than 0, at most two decimals. With a Price too, the quantity is what divides them, if that is whole.',
    example: '998.00',
    alike: ['total', 'sum', 'ordertotal', 'totalamount', 'value'],
  },
  {
    name: 'Price',
    need: 'price',
    becomes: 'Price of one',
    format: 'More than 0, at most two decimals',
    example: '499.00',
    alike: ['unitprice', 'cost', 'rate', 'priceperunit'],
  },
  {
    name: 'Customer',
    need: 'required',
    becomes: 'Full name, with Lastname after it',
    format: '2 to 100 characters',
    example: 'Meera',
    alike: ['name', 'fullname', 'customername', 'client', 'clientname', 'firstname', 'buyer', 'contact'],
  },
  {
    name: 'Lastname',
    need: 'optional',
    becomes: 'Full name, after Customer',
    format: 'Text',
    example: 'Nair',
    alike: ['surname', 'familyname', 'lastname'],
  },
  {
    name: 'Phone',
    need: 'required',
    becomes: 'Phone',
    format: '7 to 15 digits with an optional leading +; spaces, hyphens and parentheses between them',
    example: '+91 98765 43210',
    alike: ['phonenumber', 'mobile', 'mobilenumber', 'tel', 'telephone', 'contactnumber', 'cell', 'whatsapp'],
  },
  {
    name: 'E-Mail',
    need: 'optional',
    becomes: 'Email',
    format: 'An email address',
    example: 'meera@example.test',
    alike: ['email', 'mail', 'emailaddress'],
  },
  {
    name: 'IP',
    need: 'optional',
    becomes: 'Additional field ip',
    format: 'Up to 200 characters',
    example: '203.0.113.7',
    alike: ['ipaddress', 'clientip', 'userip'],
  },
  {
    name: 'Country',
    need: 'optional',
    becomes: 'Country',
    format: 'A 2-letter code; common names are understood',
    example: 'IN',
    alike: ['countrycode', 'geo', 'land'],
  },
  {
    name: 'ZIP',
    need: 'optional',
    becomes: 'Post index',
    format: '3 to 20 characters',
    example: '682016',
    alike: ['zipcode', 'postcode', 'postalcode', 'pin', 'pincode', 'postindex', 'index'],
  },
  {
    name: 'Address',
    need: 'optional',
    becomes: 'Address',
    format: '5 to 500 characters',
    example: '14 MG Road',
    alike: ['street', 'deliveryaddress', 'shippingaddress', 'address1', 'fulladdress'],
  },
  {
    name: 'Tracking code',
    need: 'optional',
    becomes: 'Additional field tracking_code',
    format: 'Up to 200 characters',
    example: 'RR123456785IN',
    alike: ['tracking', 'trackingnumber', 'trackingid', 'awb'],
  },
  {
    name: 'Decline reason',
    need: 'optional',
    becomes: 'Status reason, of a status other than processing',
    format: 'Up to 500 characters',
    example: 'Wrong number',
    alike: ['reason', 'cancelreason', 'rejectreason', 'statusreason'],
  },
  {
    name: 'Comment',
    need: 'optional',
    becomes: 'Comment',
    format: 'Up to 2000 characters',
    example: 'Call after six',
    alike: ['comments', 'note', 'notes', 'message'],
  },
  {
    name: 'Company',
    need: 'optional',
    becomes: 'Additional field company',
    format: 'Up to 200 characters',
    example: 'Kochi Traders',
    alike: ['organisation', 'organization', 'firm'],
  },
  {
    name: 'Manager',
    need: 'optional',
    becomes: 'Additional field manager',
    format: 'Up to 200 characters',
    example: 'Joseph',
    alike: ['accountmanager'],
  },
  {
    name: 'User',
    need: 'optional',
    becomes: 'Webmaster',
    format: 'Up to 200 characters',
    example: 'web-7',
    alike: ['webmaster', 'affiliate', 'partner', 'publisher', 'source'],
  },
  {
    name: 'ExtUID',
    need: 'optional',
    becomes: 'Sub 3',
    format: 'Up to 200 characters',
    example: 'u-88',
    alike: ['externaluserid', 'sub3'],
  },
  {
    name: 'ExtSRC',
    need: 'optional',
    becomes: 'Sub 4',
    format: 'Up to 200 characters',
    example: 'news',
    alike: ['externalsource', 'sub4'],
  },
  {
    name: 'ExtOID',
    need: 'optional',
    becomes: 'Sub 5',
    format: 'Up to 200 characters',
    example: 'o-17',
    alike: ['externalorderid', 'externalid', 'sub5'],
  },
  {
    name: 'ClickID',
    need: 'optional',
    becomes: 'Sub 2',
    format: 'Up to 200 characters',
    example: 'c-5f2a',
    alike: ['click', 'sub2', 'gclid', 'fbclid'],
  },
  {
    name: 'UTM Source',
    need: 'optional',
    becomes: 'Additional field utm_source',
    format: 'Up to 200 characters',
    example: 'google',
    alike: ['utmsource'],
  },
  {
    name: 'UTM Campaign',
    need: 'optional',
    becomes: 'Additional field utm_campaign',
    format: 'Up to 200 characters',
    example: 'spring',
    alike: ['utmcampaign', 'campaign'],
  },
  {
    name: 'UTM Content',
    need: 'optional',
    becomes: 'Additional field utm_content',
    format: 'Up to 200 characters',
    example: 'banner-2',
    alike: ['utmcontent'],
  },
  {
    name: 'UTM Term',
    need: 'optional',
    becomes: 'Additional field utm_term',
    format: 'Up to 200 characters',
    example: 'knee pain',
    alike: ['utmterm', 'keyword'],
  },
  {
    name: 'UTM Medium',
    need: 'optional',
    becomes: 'Additional field utm_medium',
    format: 'Up to 200 characters',
    example: 'cpc',
    alike: ['utmmedium'],
  },
  {
    name: 'SubID',
    need: 'optional',
    becomes: 'Sub 1',
    format: 'Up to 200 characters',
    example: 'camp-4',
    alike: ['sub', 'sub1', 'subid1', 'subaccount'],
  },
  {
    name: 'Cash (currency)',
    need: 'optional',
    becomes: 'Currency',
    format:
      'USD, EUR, GBP, INR, CAD, AUD, AED or SAR, or its sign; empty is INR. With the offer’s price it is the offer’s.',
    example: 'INR',
    alike: ['currency', 'cash', 'currencycode'],
  },
] as const satisfies readonly Column[];

/** Fields without a column in the specification: users can map an unknown column to them. */
const moreUploadFields = [
  { name: 'City', format: '2 to 100 characters', alike: ['town'] },
  { name: 'State', format: '2 to 100 characters', alike: ['province', 'region'] },
  { name: 'District', format: 'Up to 100 characters', alike: ['county'] },
  { name: 'Area', format: 'Up to 200 characters', alike: ['locality'] },
  { name: 'Landmark', format: 'Up to 200 characters', alike: [] },
  { name: 'Alternate phone', format: 'As Phone', alike: ['phone2', 'secondphone', 'alternatenumber'] },
  { name: 'Age', format: 'A whole number from 1 to 150', alike: [] },
  { name: 'Quantity', format: 'A whole number from 1', alike: ['qty', 'pieces', 'count'] },
  { name: 'Payment mode', format: 'cod, prepaid or partial', alike: ['payment', 'paymentmethod'] },
  { name: 'Remarks', format: 'Up to 2000 characters', alike: ['remark'] },
  /** Stored under the column's name in the lead's additional fields. */
  { name: 'Additional field', format: 'Up to 200 characters', alike: [] },
] as const;

type UploadColumn = (typeof uploadColumns)[number]['name'];
export type UploadField = UploadColumn | (typeof moreUploadFields)[number]['name'];

/** All fields that a column can be mapped to. */
export const uploadFields: readonly UploadField[] = [
  ...uploadColumns.map(({ name }) => name),
  ...moreUploadFields.map(({ name }) => name),
];

/** Whether this is the exact name of a known column. */
export const isUploadColumn = (name: string): name is UploadColumn =>
  uploadColumns.some((column) => column.name === name);

/**
 * Suggests a field for an unknown column: Phone for 'phone no.', E-Mail for 'E-mail address'; null without a
 * match.
 */
export function suggestField(column: string): UploadField | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const asked = plain(column);
  const all: readonly { name: UploadField; alike: readonly string[] }[] = [
    ...uploadColumns,
    ...moreUploadFields,
  ];
  return (
    all.find(({ name, alike }) => plain(name) === asked || alike.some((word) => word === asked))?.name ?? null
  );
}
