import { execFileSync } from 'node:child_process';
import { receiveLead } from '@crm/contracts/leads/write.ts';
import { expect, test } from 'vitest';
import { curlOf, exampleLead } from './partnerCall.ts';

const offerId = 'c4b3d6a2-8f0e-4a52-9d3c-1d2b7e6f5a40';

test('the example lead conforms to the contract', () => {
  expect(receiveLead.body.safeParse(exampleLead(offerId)).success).toBe(true);
});

test("in a shell, the command posts the example lead to the contract's address", () => {
  // Replaces curl by a function that prints its arguments.
  const script = `curl() { printf '%s\\0' "$@"; }\n${curlOf('https://crm.test', offerId, false)}`;
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0');
  expect(words.slice(0, 3)).toEqual(['-X', receiveLead.method, `https://crm.test/api${receiveLead.path}`]);
  expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual(exampleLead(offerId));
});

test('where API keys are required, the command has a place for one', () => {
  expect(curlOf('https://crm.test', offerId, true)).toContain("-H 'X-API-Key: YOUR-API-KEY'");
  expect(curlOf('https://crm.test', offerId, false)).not.toContain('X-API-Key');
});
