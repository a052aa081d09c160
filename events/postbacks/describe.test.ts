import fc from 'fast-check';
import { expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { postbackDescriptions } from './describe.ts';
import {
  oilOffer,
  postbackCreated,
  postbackDeleted,
  postbackDisabled,
  postbackEdited,
  postbackEnabled,
  postbackRetired,
  secretRolled,
} from './story.ts';

test.each([
  {
    event: postbackCreated({ headers: [{ key: 'X-Token', value: null }] }, ['headers.x-token']),
    lines: [
      'Postback created, with new secrets: headers.x-token',
      'Active:  → Yes',
      'Name:  → Tracker',
      'Method:  → POST',
      'URL:  → https://tracker.example/postback?click={{sub1}}',
      'Headers:  → X-Token',
      'Parameters:  → order={{orderId}}',
      'Trigger Events:  → new_lead, status_update',
      'Timeout (ms):  → 10000',
      'Max Retries:  → 3',
      'Retry Delay (ms):  → 5000',
    ],
  },
  {
    event: postbackEdited(
      {
        bodyTemplate: { format: 'json', template: '{"order":"{{orderId}}"}' },
        filters: { offers: [oilOffer], webmasters: [], paymentModes: [], countries: ['IN', 'AE'] },
        statusMap: { approved: 'sale' },
        authentication: { type: 'api_key', header: 'X-API-Key' },
      },
      ['authentication.apiKey'],
    ),
    lines: [
      'Postback edited, with new secrets: authentication.apiKey',
      'Body Template: ? → json template',
      'Filters: ? → Offers: Knee oil; Countries: IN, AE',
      'Status Map: ? → approved → sale',
      'Authentication: ? → API key in header X-API-Key',
    ],
  },
  { event: postbackEnabled(), lines: ['Postback enabled', 'Active: No → Yes'] },
  { event: postbackDisabled(), lines: ['Postback disabled', 'Active: Yes → No'] },
  {
    event: postbackRetired('e0000000-0000-4000-8000-000000000001'),
    lines: ['Postback disabled automatically', 'Active: Yes → No', 'Reason: The partner answered 410 Gone'],
  },
  {
    event: secretRolled('2025-03-02T09:30:00.000Z'),
    lines: ['Signing secret replaced; the previous one is valid until 2025-03-02T09:30:00.000Z'],
  },
  { event: postbackDeleted(), lines: ['Postback deleted'] },
])('describes $event.type', ({ event, lines }) =>
  expect(described(postbackDescriptions, event, new Map([[oilOffer, 'Knee oil']]))).toEqual(lines),
);

test('shows no header value, body template or value of a parameter with a secret name', () => {
  const secretName = fc.constantFrom('token', 'api_key', 'clientSecret', 'Password', 'to%6ben');
  const header = fc.constantFrom('Authorization', 'X-Token', 'X-Source');
  const secret = fc.stringMatching(/^[a-z0-9]{8,20}$/).map((text) => `hidden${text}`);
  fc.assert(
    fc.property(header, secretName, secret, (key, name, value) => {
      const details = {
        url: `https://tracker.example/postback?click={{sub1}}&${name}=${value}&source=crm`,
        headers: [{ key, value }],
        parameters: [{ key: decodeURIComponent(name), value, isPlaceholder: false }],
        bodyTemplate: { format: 'form' as const, template: `${name}=${value}` },
      };
      for (const event of [postbackCreated(details), postbackEdited(details)]) {
        const text = described(postbackDescriptions, event).join('\n');
        expect(text).not.toContain(value);
        expect(text).toContain('click={{sub1}}');
        expect(text).toContain('source=crm');
      }
    }),
  );
});
