import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../test/field-errors.ts';
import { bulkAssign, bulkUpdateStatus } from './bulk.ts';
import { addComment, assignLead, createLead, receiveLead, requestStatusChange, updateLead } from './write.ts';

const anId = 'd0000000-0000-4000-8000-000000000001';
const typed = {
  fullName: 'Ravi Kumar',
  phone: '+91 98765 43210',
  productName: 'Knee oil',
  quantity: 2,
  price: 49.99,
};
const sent = { fullName: 'Ravi Kumar', phone: '+91 98765 43210', offer: anId, quantity: 2 };
const long = (length: number) => 'x'.repeat(length);

describe('the lead form', () => {
  const errorsOf = (fields: object) => fieldErrors(createLead.body, { ...typed, ...fields });

  test('requires name, phone, product, quantity and price', () => {
    expect(fieldErrors(createLead.body, {})).toEqual({
      fullName: 'This field is required',
      phone: 'This field is required',
      productName: 'This field is required',
      quantity: 'This field is required',
      price: 'This field is required',
    });
    expect(errorsOf({})).toEqual({});
  });

  test('is not refused for a mistyped domain of its email', () => {
    expect(errorsOf({ email: 'ravi@gmail,com' })).toEqual({});
  });

  test.each([
    ['fullName', 'R', 'Must be at least 2 characters'],
    ['fullName', long(101), 'Cannot exceed 100 characters'],
    ['phone', '12345', 'Please enter a valid phone number'],
    ['alternatePhone', 'none', 'Please enter a valid phone number'],
    ['email', 'ravi@', 'Please enter a valid email address'],
    ['productName', '  ', 'This field is required'],
    ['productName', long(201), 'Cannot exceed 200 characters'],
    ['quantity', 0, 'Must be a positive number'],
    ['price', 0, 'Must be a positive number'],
    ['price', -1, 'Must be a positive number'],
    ['price', 1.005, 'At most two decimals'],
    ['address', '14 M', 'Must be at least 5 characters'],
    ['address', long(501), 'Cannot exceed 500 characters'],
    ['city', 'K', 'Must be at least 2 characters'],
    ['city', long(101), 'Cannot exceed 100 characters'],
    ['state', 'K', 'Must be at least 2 characters'],
    ['state', long(101), 'Cannot exceed 100 characters'],
    ['postIndex', '68', 'Must be at least 3 characters'],
    ['postIndex', long(21), 'Cannot exceed 20 characters'],
    ['country', 'I', 'Must be a 2-letter country code, such as IN'],
    ['country', 'IND', 'Must be a 2-letter country code, such as IN'],
    ['paymentMode', 'cheque', 'Must be one of cod, prepaid, partial'],
    ['offer', 'Knee oil', 'Must be an id'],
    ['orderId', 'A 1', 'Cannot contain spaces or commas'],
    ['orderId', 'A,1', 'Cannot contain spaces or commas'],
    ['orderId', long(101), 'Cannot exceed 100 characters'],
    ['advanceAmount', -1, 'Must be a positive number'],
    ['total', 99.99, 'Must be the price times the quantity'],
    ['orderSource', 'phone', 'Must be one of api, manual, import'],
  ])('rejects %s %j with "%s"', (field, value, text) =>
    expect(errorsOf({ [field]: value })).toEqual({ [field]: text }),
  );

  test('treats blank fields as missing', () => {
    const blank = { address: '', city: ' ', country: '', email: '', alternatePhone: '', offer: '', age: '' };
    expect(createLead.body.parse({ ...typed, ...blank })).toMatchObject({
      address: null,
      city: null,
      country: null,
      email: null,
      alternatePhone: null,
      offer: null,
      age: null,
    });
  });

  test('stores a country in upper case, as filters compare it', () =>
    expect(createLead.body.parse({ ...typed, country: ' in ' }).country).toBe('IN'));

  test.each(['DD', 'su', 'YU', 'UK'])('stores the code of today for the country %s', (country) => {
    const today = { DD: 'DE', SU: 'RU', YU: 'RS', UK: 'GB' }[country.toUpperCase()];
    expect(createLead.body.parse({ ...typed, country }).country).toBe(today);
    expect(updateLead.body.parse({ country }).country).toBe(today);
    expect(receiveLead.body.parse({ ...sent, country }).country).toBe(today);
  });

  test('defaults to cash on delivery and not urgent', () =>
    expect(createLead.body.parse(typed)).toMatchObject({
      paymentMode: 'cod',
      isUrgent: false,
      requiresCallback: false,
    }));

  test('rejects unknown fields', () => expect(errorsOf({ tenant: anId })).not.toEqual({}));
});

describe('an edit of a lead', () => {
  const read = (fields: object) => updateLead.body.parse(fields);

  test('contains only the sent fields', () => {
    const nothing = { statusReason: null, adminComment: null };
    expect(read({ fullName: 'Bob' })).toEqual({ ...nothing, fullName: 'Bob' });
    expect(read({ status: 'hold' })).toEqual({ ...nothing, status: 'hold' });
    expect(read({})).toEqual(nothing);
  });
  test('may clear optional fields', () =>
    expect(read({ email: '', address: null, advanceAmount: '' })).toMatchObject({
      email: null,
      address: null,
      advanceAmount: null,
    }));
  test.each([{ statusReason: 'Ordered twice' }, { from: 'hold' }])('requires a status with %j', (body) =>
    expect(fieldErrors(updateLead.body, body)).toEqual({ status: 'This field is required' }),
  );
  test.each([
    ['fullName', '', 'This field is required'],
    ['status', 'pending', 'Must be one of processing, approved, cancelled, hold, trash'],
    ['price', 0, 'Must be a positive number'],
  ])('rejects %s %j with "%s"', (field, value, text) =>
    expect(fieldErrors(updateLead.body, { [field]: value })).toEqual({ [field]: text }),
  );
});

describe('a partner’s lead', () => {
  test('requires a phone, a name, an offer and a quantity', () => {
    expect(fieldErrors(receiveLead.body, {})).toEqual({
      phone: 'This field is required',
      fullName: 'This field is required',
      offer: 'This field is required',
      quantity: 'This field is required',
    });
    expect(fieldErrors(receiveLead.body, sent)).toEqual({});
  });
  test('asks for text where a field is a number, instead of calling it missing', () =>
    expect(
      fieldErrors(receiveLead.body, { ...sent, fullName: 1, phone: 9876543210, email: 1, sub1: 7 }),
    ).toEqual({
      fullName: 'Must be text',
      phone: 'Must be text',
      email: 'Must be text',
      sub1: 'Must be text',
    }));
  test('accepts form-encoded values like JSON values', () =>
    expect(
      receiveLead.body.parse({
        ...sent,
        quantity: '2',
        price: '49.99',
        total: '90',
        isUrgent: 'true',
        age: '41',
      }),
    ).toMatchObject({ quantity: 2, price: 49.99, total: 90, isUrgent: true, age: 41 }));
  test('keeps unknown fields', () =>
    expect(receiveLead.body.parse({ ...sent, utm_source: 'spring' })).toHaveProperty('utm_source', 'spring'));
  test('accepts blank optional fields', () =>
    expect(fieldErrors(receiveLead.body, { ...sent, price: '', email: '', country: '', city: '' })).toEqual(
      {},
    ));
});

describe('a total', () => {
  const dear = { price: 2_000_000, quantity: 100 };
  test.each([
    ['an admin’s lead', createLead.body, { ...typed, ...dear }],
    ['an edit', updateLead.body, dear],
    ['a partner’s lead', receiveLead.body, { ...sent, ...dear }],
  ])('of %s may be any that price and quantity make', (_, body, fields) =>
    expect(fieldErrors(body, { ...fields, total: 200_000_000 })).toEqual({}),
  );
  test.each([
    [{ quantity: 1, total: 100_000_000 }, 'Cannot exceed 99999999.99'],
    [{ quantity: 3, total: 300_000_000 }, 'Cannot exceed 299999999.97'],
    [{ quantity: 100_000, total: 9_999_999_999_000 }, undefined],
    [{ quantity: 100_000, total: 9_999_999_999_000.01 }, 'Cannot exceed 9999999999000'],
  ])('of a partner’s %j', (fields, error) =>
    expect(fieldErrors(receiveLead.body, { ...sent, ...fields })).toEqual(error ? { total: error } : {}),
  );
});

describe('the status dialogs', () => {
  test('an operator may send status or newStatus; newStatus wins', () => {
    const read = (fields: object) => requestStatusChange.body.parse({ comment: 'Called', ...fields }).status;
    expect(read({ status: 'hold' })).toBe('hold');
    expect(read({ newStatus: 'hold' })).toBe('hold');
    expect(read({ status: 'hold', newStatus: 'approved' })).toBe('approved');
  });
  test('an operator must send one of them', () =>
    expect(fieldErrors(requestStatusChange.body, { comment: 'Called' })).toEqual({
      status: 'This field is required',
    }));
  test('a bulk update requires leads and a new status', () => {
    expect(fieldErrors(bulkUpdateStatus.body, {})).toEqual({
      newStatus: 'This field is required',
      leadIds: 'Name either leads or a selection',
    });
    expect(fieldErrors(bulkUpdateStatus.body, { leadIds: [anId], newStatus: 'processing' })).toEqual({
      newStatus: 'Must be one of approved, cancelled, hold, trash',
    });
    expect(fieldErrors(bulkUpdateStatus.body, { leadIds: [], newStatus: 'hold' })).toEqual({
      leadIds: 'Select at least one lead',
    });
    const tooMany = { leadIds: Array(20_001).fill(anId), newStatus: 'hold' };
    expect(fieldErrors(bulkUpdateStatus.body, tooMany)).toEqual({
      leadIds: 'Cannot exceed 20000 leads at once',
    });
    expect(fieldErrors(bulkUpdateStatus.body, { leadIds: [anId, 'x'], newStatus: 'hold' })).toEqual({
      'leadIds.1': 'Must be an id',
    });
  });
  test('a bulk update names leads or a selection, not both', () => {
    const errorsOf = (leads: object) => fieldErrors(bulkUpdateStatus.body, { ...leads, newStatus: 'hold' });
    expect(errorsOf({ selectionId: anId })).toEqual({});
    for (const leads of [{}, { leadIds: [anId], selectionId: anId }])
      expect(errorsOf(leads)).toEqual({ leadIds: 'Name either leads or a selection' });
  });
});

describe('the assign dialogs', () => {
  test.each([undefined, null, ''])('%j unassigns the lead', (operatorId) =>
    expect(assignLead.body.parse({ operatorId })).toEqual({ operatorId: null, reason: null }),
  );
  test('the operator must be an id', () =>
    expect(fieldErrors(assignLead.body, { operatorId: 'Priya' })).toEqual({ operatorId: 'Must be an id' }));
  test.each([undefined, null, '', 'Priya'])('a bulk assignment requires an operator, not %j', (operatorId) =>
    expect(fieldErrors(bulkAssign.body, { leadIds: [anId], operatorId })).toEqual({
      operatorId: 'Please select an operator',
    }),
  );
  test('a bulk assignment names one operator, or several in turns', () => {
    const errorsOf = (whom: object) => fieldErrors(bulkAssign.body, { leadIds: [anId], ...whom });
    expect(errorsOf({ operatorIds: [anId], quantity: 1, method: 'random' })).toEqual({});
    expect(errorsOf({ operatorIds: [] })).toEqual({ operatorIds: 'Please select an operator' });
    expect(errorsOf({ operatorId: anId, operatorIds: [anId] })).toEqual({
      operatorId: 'Please select an operator',
    });
    expect(errorsOf({ operatorId: anId, quantity: 0.5 })).toEqual({ quantity: 'Must be a whole number' });
  });
});

describe('a comment', () => {
  test('is internal by default', () =>
    expect(addComment.body.parse({ content: ' Called ' })).toEqual({
      content: 'Called',
      type: 'internal',
      isInternal: true,
      isImportant: false,
    }));
  test.each([
    ['content', ' ', 'This field is required'],
    ['content', long(2001), 'Cannot exceed 2000 characters'],
    ['type', 'shout', 'Must be one of internal, customer, follow_up, status, system'],
  ])('rejects %s %j with its text', (field, value, text) =>
    expect(fieldErrors(addComment.body, { content: 'Called', [field]: value })).toEqual({ [field]: text }),
  );
});
