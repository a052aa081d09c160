import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '@crm/events/envelope/envelope.ts';
import { UserId } from '@crm/events/ids.ts';
import { expect, it, vi } from 'vitest';
import { sampleAppend, sampleStream } from '../contract/samples.ts';
import type { Append, AppendOutcome } from '../port.ts';
import { type Prepared, prepare } from '../prepare.ts';
import { groupCommit } from './group-commit.ts';
import { positionOf } from './position.ts';

it('sends the first append at once and groups later ones, with at most two groups in flight', async () => {
  const sent = recorder();
  const first = sent.append(sampleAppend(sampleStream(), 'none'));
  await vi.waitFor(() => expect(sent.groups).toHaveLength(1));
  const more = Array.from({ length: 600 }, () => sent.append(sampleAppend(sampleStream(), 'none')));
  await sleep(10);
  expect(sent.groups).toHaveLength(2); // a third group waits for a free slot
  sent.answerAll();
  await Promise.all([first, ...more]);
  expect(Math.max(...sent.groups.map((group) => group.length))).toBeLessThanOrEqual(256);
  expect(sent.groups.flat()).toHaveLength(601);
});

it('never puts two appends on the same stream or name into one group, and keeps their order', async () => {
  const sent = recorder();
  const [stream, name] = [sampleStream(), 'email:ann@x.test'];
  const appends: Append[] = [
    sampleAppend(stream, 'none'),
    sampleAppend(stream, 0),
    { ...sampleAppend(sampleStream(), 'none'), reserve: [name] },
    { ...sampleAppend(sampleStream(), 'none'), release: [name] },
    { ...sampleAppend(stream, 1), reserve: [name] },
  ];
  const outcomes = appends.map((append) => sent.append(append));
  sent.answerAll();
  await Promise.all(outcomes);
  for (const group of sent.groups) {
    const touched = group.flatMap(({ stream, reserve = [], release = [] }) => [
      stream,
      ...reserve,
      ...release,
    ]);
    expect(new Set(touched).size).toBe(touched.length);
  }
  const order = sent.groups.flat().filter((append) => append.stream === stream);
  expect(order).toEqual([appends[0], appends[1], appends[4]]);
});

it('sends appends of users before those of partners and of bulk actions', async () => {
  const sent = recorder();
  const of = (actor: Actor, causationId: string | null = null): Append => {
    const append = sampleAppend(sampleStream(), 'none');
    const events = append.events.map((event) => ({ ...event, meta: { ...event.meta, actor, causationId } }));
    return { ...append, events };
  };
  const partner: Actor = { kind: 'partner', apiKeyId: null };
  const user: Actor = { kind: 'user', id: UserId.parse(randomUUID()), name: 'Ann', role: 'operator' };
  const inFlight = [sent.append(of(partner))];
  await vi.waitFor(() => expect(sent.groups).toHaveLength(1));
  inFlight.push(...Array.from({ length: 16 }, () => sent.append(of(partner))));
  await vi.waitFor(() => expect(sent.groups).toHaveLength(2));
  const partners = Array.from({ length: 300 }, () => of(partner));
  const bulk = of(user, randomUUID());
  const users = [of(user), of(user)];
  const outcomes = [...partners, bulk, ...users].map((append) => sent.append(append));
  sent.answerAll();
  await Promise.all([...inFlight, ...outcomes]);
  const streams = (appends: readonly Append[]) => appends.map(({ stream }) => stream);
  expect(streams(sent.groups.flat().slice(17))).toEqual(streams([...users, ...partners, bulk]));
});

it('keeps a group within 4 MiB', async () => {
  const sent = recorder();
  const heavy = () => {
    const [event] = sampleAppend('', 'none').events;
    if (!event) expect.fail('no event');
    return {
      stream: sampleStream(),
      expected: 'none' as const,
      events: [{ ...event, data: 'x'.repeat(200_000) }],
    };
  };
  const outcomes = Array.from({ length: 50 }, () => sent.append(heavy()));
  sent.answerAll();
  await Promise.all(outcomes);
  for (const group of sent.groups) expect(group.length).toBeLessThanOrEqual(20);
});

it('returns unavailable at once when the queue is full', async () => {
  const sent = recorder();
  const waiting = Array.from({ length: 20_256 }, () => sent.append(sampleAppend(sampleStream(), 'none')));
  await sleep(5);
  const more = Array.from({ length: 1_000 }, () => sent.append(sampleAppend(sampleStream(), 'none')));
  expect(await more.at(-1)).toMatchObject({ kind: 'unavailable' });
  sent.answerAll();
  await Promise.all([...waiting, ...more]);
});

it('rejects only the append of a group that makes the commit throw, and continues', async () => {
  const wrong = prepared(sampleAppend(sampleStream(), 'none'));
  const groups = groupCommit(async (group) => {
    if (group.includes(wrong)) throw new Error('a bug');
    return group.map(success);
  });
  const right = () => groups.append(prepared(sampleAppend(sampleStream(), 'none')));
  const [before, rejected, after] = await Promise.allSettled([right(), groups.append(wrong), right()]);
  expect(rejected.status).toBe('rejected');
  for (const outcome of [before, after])
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { kind: 'appended' } });
  await expect(right()).resolves.toMatchObject({ kind: 'appended' });
  await groups.drained();
});

/** A group commit that answers its groups when the test calls answerAll. */
function recorder() {
  const groups: Append[][] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const commits = groupCommit(async (group) => {
    groups.push(group.map(({ append }) => append));
    await answered;
    return group.map(success);
  });
  return { groups, append: (append: Append) => commits.append(prepared(append)), answerAll: () => answer() };
}

const success = (_: Prepared, n: number): AppendOutcome => ({
  kind: 'appended',
  revision: 0,
  position: positionOf(n + 1),
  repeated: false,
});

function prepared(append: Append): Prepared {
  const made = prepare(append);
  if ('kind' in made) expect.fail(made.kind);
  return made;
}
