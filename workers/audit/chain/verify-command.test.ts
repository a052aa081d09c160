import { TenantId } from '@crm/events/ids.ts';
import { leadCreated } from '@crm/events/leads/story.ts';
import { sampleEvent, sampleStream } from '@crm/platform/event-store/contract/samples.ts';
import { openHistory } from '@crm/platform/event-store/history.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { runProgram } from '@crm/platform/test/run-program.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, test } from 'vitest';
import { anchorChains } from './anchor.ts';
import { signerUnder } from './sign.ts';

const db = await testDatabase();
const pool = db.everyTenant;
const store = testStore(db.url);
const { signal } = new AbortController();
const tenant = TenantId.parse('6d1b7b1e-5a0c-4f4e-9b52-0a8f2f3e4c5d');

const verify = () =>
  runProgram('workers/audit/chain/main.ts', ['verify'], {
    DATABASE_URL: db.url,
    SECRET_KEY: TEST_SECRET_KEY,
  });

/** Records a lead of the tenant, the first event of a new stream. @returns the stream */
async function recordLead(): Promise<string> {
  const stream = sampleStream();
  const { type, data } = leadCreated();
  const event = sampleEvent(data, type);
  const outcome = await store.append({
    stream,
    expected: 'none',
    events: [{ ...event, meta: { ...event.meta, tenant } }],
  });
  expect(outcome.kind).toBe('appended');
  return stream;
}

test('verify prints events that are in no chain, and checkpoints of another key, in lines of their own', async () => {
  await pool.query('insert into followed_history (id) values ($1)', [await openHistory(store, {})]);
  await recordLead();
  await anchorChains(pool, store, signerUnder('the secret key before, which was lost'), signal);
  await recordLead();
  await anchorChains(pool, store, signerUnder(TEST_SECRET_KEY), signal);
  const stream = await recordLead();
  const counted = [
    '2 events of 1 organisations checked, 1 not yet in a chain.',
    '1 checkpoints checked.',
    '1 checkpoints are signed with another key: only their hashes were compared. Expected only if SECRET_KEY was replaced.',
  ];
  expect(await verify()).toEqual({
    code: 0,
    output: `${[...counted, 'The history is unchanged.'].join('\n')}\n`,
  });

  await pool.query(`update event_store.events set at = now() - interval '11 minutes' where stream = $1`, [
    stream,
  ]);
  const { code, output } = await verify();
  const [finding, ...none] = output.split('\n').slice(counted.length);
  expect([code, none]).toEqual([2, ['']]);
  expect(finding).toMatch(
    new RegExp(
      `^UNCHAINED for more than 10 minutes: 1 events of organisation ${tenant}, first LeadCreated \\S+ in ${stream} at revision 0, \\S+Z\\. Do the workers run\\?$`,
    ),
  );
});
