import { LeadId } from '@crm/events/ids.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { foldLead } from '@crm/projections/leads/fold.ts';
import type { LeadRow } from '@crm/projections/leads/row.ts';
import { expect, test } from 'vitest';
import { bulkStory } from './story.ts';

const { ask, endOf, engine, historyOf, newLead, say, undo } = await bulkStory();

/** The row of a lead in the leads list, and when it was first approved. */
async function decisionOf(id: string) {
  const { events, recorded } = await historyOf(id);
  const changes = events.flatMap((event, n) => {
    const stored = recorded[n];
    return stored ? [{ ...event, ...pickOf(stored), number: 0 }] : [];
  });
  const row = changes.reduce<LeadRow | null>(foldLead, null);
  const approved = changes.find(({ type, data }) => type === 'LeadStatusChanged' && data.to === 'approved');
  return { status: row?.status, decided: row?.decided_at, approved: approved?.at };
}
type Stored = Awaited<ReturnType<typeof historyOf>>['recorded'][number];
const pickOf = ({ id, stream, revision, position, at, meta }: Stored) => ({
  id,
  stream,
  revision,
  position,
  at,
  meta,
});

const setTo = (id: string, to: LeadStatus) =>
  say(LeadId.parse(id), { type: 'ChangeLeadStatus', to, reason: null, comment: null, isBulk: true });

test('an undone batch leaves the time of an earlier decision, also when the lead is deleted and comes back later', async () => {
  const id = await newLead();
  await setTo(id, 'approved');
  engine();
  const trash = await ask([id], { action: 'status', to: 'trash', reason: null, comment: null });
  await endOf(trash.id);
  await endOf(await undo(trash));
  const undone = await decisionOf(id);
  expect(undone).toMatchObject({ status: 'approved', decided: undone.approved });

  const deletion = await ask([id], { action: 'delete', reason: null });
  await endOf(deletion.id);
  await endOf(await undo(deletion));
  expect(await decisionOf(id)).toEqual(undone);
});

test('an undone batch leaves an open lead without a decision', async () => {
  const id = await newLead();
  engine();
  const approve = await ask([id], { action: 'status', to: 'approved', reason: null, comment: null });
  await endOf(approve.id);
  await endOf(await undo(approve));
  expect(await decisionOf(id)).toMatchObject({ status: 'processing', decided: null });
});
