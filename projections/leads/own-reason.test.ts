import { randomUUID } from 'node:crypto';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { addComment } from '@crm/contracts/leads/write.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { leadCommented } from '@crm/events/leads/story.ts';
import { leadStream } from '@crm/events/streams.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const world = await openWorld((await testDatabase()).url);
afterAll(world.close);

/** Letters of three bytes in no order: Postgres cannot compress them. */
function hindi(length: number): string {
  const random = randomFrom(11);
  return Array.from({ length }, () => String.fromCodePoint(0x905 + random.below(53))).join('');
}

test('the longest reason in own words is shown, and a shorter one is found', async () => {
  const tenant = newTenant();
  const admin = callerOf('admin', tenant);
  const start = 'Connected - ';
  const contents = [start + hindi(2_000 - start.length), start + hindi(150)];
  for (const [n, content] of contents.entries()) {
    expect(addComment.body.parse({ content }).content).toBe(content);
    const id = leadIdOf(tenant, `OWN-${n}`);
    const data = { orderId: `OWN-${n}`, orderedAt: null, details: blankDetails };
    const comment = leadCommented();
    await world.say(leadStream(id), tenant, [
      { type: 'LeadCreated', data },
      { ...comment, data: { ...comment.data, commentId: randomUUID(), content } },
    ]);
    const { lead } = (await world.ask(getLead, admin, { params: { id } })).data;
    expect(lead.comments.map((comment) => comment.content)).toEqual([content]);
  }
  const commentReason = contents[1]?.slice(start.length);
  const found = await world.ask(listLeads, admin, { query: { commentReason } });
  expect(found.data.map(({ orderId }) => orderId)).toEqual(['OWN-1']);
});
