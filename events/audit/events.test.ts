import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { staysReadable } from '../test/history.ts';
import { keepsTheLaws } from '../test/laws.ts';
import { auditDescriptions } from './describe.ts';
import { auditEvents } from './events.ts';
import { deadLetterRetryDecider, type RetryCommand } from './retries.ts';
import version1 from './version-1.json' with { type: 'json' };

staysReadable('audit', auditEvents, version1);

test('describes refused commands by their number and kind', () => {
  const refused = [
    { call: 'PUT /leads/:id', refusal: 'bad-input', count: 3 },
    { call: 'POST /users', refusal: 'email-taken', count: 1 },
  ];
  const [since, until] = ['2026-11-23T02:00:00.000Z', '2026-11-23T02:01:00.000Z'];
  expect(described(auditDescriptions, { type: 'CommandsRefused', data: { since, until, refused } })).toEqual([
    '4 commands refused',
    'Reason: PUT /leads/:id: bad-input (3); POST /users: email-taken (1)',
  ]);
});

test('describes a retry of failed events by their consumer', () => {
  const retried = (consumer: string | null) =>
    described(auditDescriptions, { type: 'DeadLettersRetried', data: { consumer } });
  expect(retried('leads')).toEqual(["Failed events of 'leads' retried"]);
  expect(retried(null)).toEqual(['Failed events retried']);
});

describe('retries of failed events', () => {
  const retry = (consumer: string | null): RetryCommand => ({ type: 'RetryDeadLetters', consumer });
  const command = fc.option(fc.string()).map(retry);
  keepsTheLaws(deadLetterRetryDecider, auditEvents, retry(null), command, { neverRefuses: true });
});
