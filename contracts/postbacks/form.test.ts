import { describe, expect, test } from 'vitest';
import { createPostback, updatePostback } from './postbacks.ts';

const form = {
  name: 'Tracker',
  url: 'https://tracker.example/postback?click={{sub1}}',
  triggerEvents: ['new_lead'],
};
const problems = (
  body: unknown,
  schema: typeof createPostback.body | typeof updatePostback.body = createPostback.body,
) => {
  const read = schema.safeParse(body);
  return read.success
    ? {}
    : Object.fromEntries(read.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
};

describe('the postback form', () => {
  test('has the specified defaults', () =>
    expect(createPostback.body.parse(form)).toEqual({
      ...form,
      description: null,
      method: 'POST',
      isActive: true,
      headers: [],
      parameters: [],
      bodyTemplate: null,
      statusConditions: [],
      filters: { offers: [], webmasters: [], paymentModes: [], countries: [] },
      statusMap: {},
      timeout: 10_000,
      maxRetries: 3,
      retryDelay: 5_000,
      authentication: { type: 'none', apiKeyHeader: 'X-API-Key' },
    }));

  test('an edit contains only the sent fields', () => {
    expect(updatePostback.body.parse({})).toEqual({});
    expect(updatePostback.body.parse({ isActive: false, statusConditions: [] })).toEqual({
      isActive: false,
      statusConditions: [],
    });
  });

  test('drops incomplete rows, but keeps a secret header without a value', () => {
    const body = createPostback.body.parse({
      ...form,
      headers: [
        { key: '', value: 'x' },
        { key: 'X-Source', value: ' ' },
        { key: 'X-Source', value: 'crm' },
        { key: 'Authorization', value: '' },
      ],
      parameters: [
        { key: 'a', value: '' },
        { key: ' ', value: 'b' },
        { key: 'order', value: 'orderId', isPlaceholder: true },
      ],
    });
    expect(body.headers).toEqual([
      { key: 'X-Source', value: 'crm' },
      { key: 'Authorization', value: '' },
    ]);
    expect(body.parameters).toEqual([{ key: 'order', value: 'orderId', isPlaceholder: true }]);
  });

  test('requires a name, a URL and a trigger', () => {
    expect(problems({})).toEqual({
      name: 'This field is required',
      url: 'This field is required',
      triggerEvents: 'Choose at least one trigger event',
    });
    expect(problems({ ...form, triggerEvents: [] })).toEqual({
      triggerEvents: 'Choose at least one trigger event',
    });
  });

  test.each([
    ['nonsense', 'Please enter a valid URL'],
    ['https:tracker.example/x', 'Please enter a valid URL'],
    ['https:\\\\tracker.example\\x', 'Please enter a valid URL'],
    ['ftp://tracker.example/', 'The URL must begin with http:// or https://'],
    ['javascript:alert(1)', 'The URL must begin with http:// or https://'],
    ['file:///etc/passwd', 'The URL must begin with http:// or https://'],
    [
      'https://ann:secret@tracker.example/',
      'The URL cannot hold a user name or password; use Authentication',
    ],
    ['https://@tracker.example/', 'The URL cannot hold a user name or password; use Authentication'],
    ['https://{{sub1}}.example/', 'A placeholder is allowed in the path and in the query only'],
    ['https://tracker.example:{{sub1}}/', 'Please enter a valid URL'],
    ['http://tracker.example:22/', 'This port cannot be used; use 80, 443, or a web port of 1024 and above'],
    [
      'http://tracker.example:6379/',
      'This port cannot be used; use 80, 443, or a web port of 1024 and above',
    ],
    ['https://tracker.example/{{clickid}}', 'Unknown placeholder: clickid'],
    ['https://tracker.example/?a={{ }}', 'Unknown placeholder: (no name)'],
  ])('rejects the URL %s', (url, text) => expect(problems({ ...form, url })).toEqual({ url: text }));

  test.each([
    'http://tracker.example:8080/a?b={{extra.clickid}}#c',
    'https://tracker.example:443',
    'http://tracker.example:443',
    'https://[2606:4700::1111]/',
  ])('accepts the URL %s', (url) => expect(problems({ ...form, url })).toEqual({}));

  test('reports an unknown placeholder at its field', () => {
    expect(
      problems({
        ...form,
        headers: [{ key: 'X-Id', value: 'a {{nope}}' }],
        parameters: [
          { key: 'a', value: 'nope', isPlaceholder: true },
          { key: 'b', value: '{{orderId}}' },
        ],
        bodyTemplate: { format: 'form', template: 'a={{nope}}' },
      }),
    ).toEqual({
      'headers.0.value': 'Unknown placeholder: nope',
      'parameters.0.value': 'Unknown placeholder: nope',
      'parameters.1.value': 'Mark it as a placeholder, and write the name without braces',
      'bodyTemplate.template': 'Unknown placeholder: nope',
    });
  });

  test.each([
    ['{"a": {{orderId}}, "b": "x {{fullName}} y"}', true],
    ['[{{total}}]', true],
    ['{{orderId}}', true],
    ['{"a": {{orderId}}', false],
    ['{"a": 1{{total}}}', false],
    ['{"a": -{{total}}}', false],
    ['{ {{orderId}}: 1 }', false],
    ['{"a": "\\{{orderId}}"}', false],
    ['{"a": {{{orderId}}}}', false],
  ])('validates the JSON template %s: %s', (template, good) => {
    const found = problems({ ...form, bodyTemplate: { format: 'json', template } });
    expect(found).toEqual(good ? {} : { 'bodyTemplate.template': expect.stringMatching(/^Is not JSON/) });
  });

  test.each([
    ['Host', 'This header is set by the product'],
    ['Webhook-Id', 'This header is set by the product'],
    ['X Y', 'Must be a header name: letters, digits and hyphens'],
  ])('rejects the header %s', (key, text) =>
    expect(problems({ ...form, headers: [{ key, value: 'x' }] })).toEqual({ 'headers.0.key': text }),
  );

  test('rejects header values with line breaks', () =>
    expect(problems({ ...form, headers: [{ key: 'X-A', value: 'a\r\nX-B: c' }] })).toEqual({
      'headers.0.value': 'A header can hold plain letters, digits and signs only',
    }));

  test.each([
    ['timeout', 999, 'Must be from 1000 to 60000'],
    ['timeout', 1500, 'Must be a multiple of 1000'],
    ['timeout', 61_000, 'Must be from 1000 to 60000'],
    ['maxRetries', 11, 'Must be from 0 to 10'],
    ['maxRetries', '', 'This field is required'],
    ['retryDelay', 999, 'Must be from 1000 to 60000'],
  ])('rejects %s %j outside its bounds', (field, value, text) =>
    expect(problems({ ...form, [field]: value })).toEqual({ [field]: text }),
  );

  test('requires a user name for basic authentication, and rejects line breaks in a token', () => {
    expect(problems({ ...form, authentication: { type: 'basic', password: 'x' } })).toEqual({
      'authentication.username': 'This field is required',
    });
    // The colon ends the user name in the header.
    expect(problems({ ...form, authentication: { type: 'basic', username: 'an:n', password: 'x' } })).toEqual(
      {
        'authentication.username': 'Cannot contain a colon',
      },
    );
    expect(problems({ ...form, authentication: { type: 'bearer', token: 'a\nb' } })).toEqual({
      'authentication.token': 'Can hold plain letters, digits and signs only',
    });
  });

  test('removes blank names from the status map', () =>
    expect(
      createPostback.body.parse({ ...form, statusMap: { approved: 'sale', hold: ' ' } }).statusMap,
    ).toEqual({
      approved: 'sale',
    }));
});
