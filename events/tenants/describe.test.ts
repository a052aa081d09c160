import { expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { tenantDescriptions } from './describe.ts';
import {
  apiKeyCreated,
  apiKeyRevoked,
  autoApproveSet,
  blocked,
  columnsMapped,
  currencySet,
  dataExported,
  deleted,
  erased,
  reactivated,
  renamed,
  restored,
  retentionSet,
  settingsChanged,
  suspended,
  tenantCreated,
  themeChanged,
  unblocked,
} from './story.ts';

test.each([
  { event: tenantCreated(), lines: ['Organization created', 'Organization Name:  → Demo Sales'] },
  { event: renamed('Gulf Sales'), lines: ['Organization renamed', 'Organization Name: ? → Gulf Sales'] },
  { event: themeChanged('#0ea5e9'), lines: ['Theme color changed', 'Theme Color: ? → #0ea5e9'] },
  {
    event: autoApproveSet(true),
    lines: ['Automatic approval of status changes turned on', 'Automatic Approval: No → Yes'],
  },
  {
    event: settingsChanged({
      timeZone: 'Asia/Kolkata',
      overdueHours: 48,
      takingAllowed: true,
      currency: null,
    }),
    lines: [
      'Settings changed',
      'Currency: ? → That of the newest offer',
      'Time Zone: ? → Asia/Kolkata',
      'Overdue after Hours: ? → 48',
      'Operators May Take Leads: ? → Yes',
    ],
  },
  { event: apiKeyCreated('a', 'Landing'), lines: ["API key 'Landing' created"] },
  { event: apiKeyRevoked('a', 'Landing'), lines: ["API key 'Landing' revoked"] },
  { event: currencySet('INR'), lines: ['Currency changed', 'Currency: ? → INR'] },
  { event: currencySet(null), lines: ['Currency changed', 'Currency: ? → That of the newest offer'] },
  {
    event: retentionSet(30, null),
    lines: ['Retention of postback logs changed', 'Days: ? → 30', 'Max Logs per Postback: ? → Unlimited'],
  },
  {
    event: columnsMapped({ Kunde: 'Customer', Notiz: null }),
    lines: ['Columns of uploads mapped', 'Kunde: ? → Customer', 'Notiz: ? → Left out'],
  },
  { event: suspended(), lines: ['Organization suspended', 'Reason: Unpaid invoices'] },
  { event: reactivated(), lines: ['Organization reactivated'] },
  { event: blocked(), lines: ['Organization blocked', 'Reason: The billing subscription expired'] },
  { event: unblocked(), lines: ['Organization unblocked'] },
  {
    event: deleted(),
    lines: [
      'Organization deleted',
      'Can Be Restored Until: ? → 2026-12-23T12:00:00.000Z',
      'Reason: Contract ended',
    ],
  },
  { event: dataExported(), lines: ['All data of the organization exported'] },
  { event: restored(), lines: ['Organization restored'] },
  { event: erased(), lines: ['Data of the organization removed'] },
])('describes $event.type', ({ event, lines }) =>
  expect(described(tenantDescriptions, event)).toEqual(lines),
);
