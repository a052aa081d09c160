import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { idsOf, sampleAppend, sampleStream } from '../contract/samples.ts';
import { appended } from '../contract/under-test.ts';
import { openEventStore } from '../open.ts';
import { type Append, START } from '../port.ts';
import { startWire } from '../wire/wire.ts';
import { append } from './append.ts';
import { openClient } from './client.ts';
import { ownerOf } from './reservations.ts';

const wire = await startWire();
const store = await openEventStore({ kind: 'eventstoredb', url: wire.url });
const client = openClient(wire.url);
afterAll(async () => {
  await Promise.all([store.close(), client.close()]);
  await wire.end();
});

const sampleName = () => `email:${randomUUID()}@x.test`;
const asking = (names: readonly string[]) => ({ ...sampleAppend(sampleStream(), 'none'), reserve: names });

/** Runs an append in a process that dies after `writes` writes. */
async function diesAfter(writes: number, request: Append) {
  const died = () => {
    throw new Died();
  };
  await expect(appendUntil(writes, died, request)).rejects.toBeInstanceOf(Died);
}

/** Appends with a client that calls `then` instead of sending more than `writes` writes. */
function appendUntil(writes: number, then: () => ReturnType<typeof client.append>, request: Append) {
  let left = writes;
  const failing = {
    ...client,
    append: (...call: Parameters<typeof client.append>) => {
      if (left === 0) return then();
      left -= 1;
      return client.append(...call);
    },
  };
  const seen = { furthest: () => START, note: () => {}, refresh: async () => {} };
  return append(failing, seen, request);
}
class Died extends Error {}

// Order of writes with one name: its claim, the append itself. With more: the claim of each, 'Granted', the append.
describe('a process that dies during a reservation', () => {
  it('before the grant: another stream can take the names, and a late retry gets taken', async () => {
    const names = [sampleName(), sampleName()].sort();
    const dead = asking(names);
    const living = asking(names);
    await diesAfter(2, dead);
    await appended(store, living);
    expect(await store.readStream(dead.stream)).toEqual([]);
    expect(await store.append(dead)).toEqual({ kind: 'taken', name: names[0] });
    for (const name of names) expect(await ownerOf(client, name)).toBe(living.stream);
  });

  it('after the claim of its only name: another append that requests the name completes the first one', async () => {
    const name = sampleName();
    const dead = asking([name]);
    await diesAfter(1, dead);
    expect(await store.readStream(dead.stream)).toEqual([]);
    expect(await store.append(asking([name]))).toEqual({ kind: 'taken', name });
    expect(idsOf(await store.readStream(dead.stream))).toEqual(idsOf(dead.events));
    expect(await store.append(dead)).toMatchObject({ kind: 'appended', revision: 0, repeated: true });
    expect(await ownerOf(client, name)).toBe(dead.stream);
  });

  it('between two names: both are free, and a retry of the same command gets them', async () => {
    const names = [sampleName(), sampleName()];
    const dead = asking(names);
    await diesAfter(1, dead);
    expect(await store.append(dead)).toMatchObject({ kind: 'appended', revision: 0 });
    for (const name of names) {
      expect(await store.append(asking([name]))).toEqual({ kind: 'taken', name });
      expect(await ownerOf(client, name)).toBe(dead.stream);
    }
  });

  it('after the grant: the next append that requests the name completes the first one, and gets taken', async () => {
    const names = [sampleName(), sampleName()];
    const dead = asking(names);
    await diesAfter(3, dead);
    expect(await store.readStream(dead.stream)).toEqual([]);
    expect(await store.append(asking(names.slice(1)))).toMatchObject({ kind: 'taken' });
    expect(idsOf(await store.readStream(dead.stream))).toEqual(idsOf(dead.events));
    expect(await store.append(dead)).toMatchObject({ kind: 'appended', revision: 0, repeated: true });
    expect(await store.readStream(dead.stream)).toHaveLength(1);
  });

  it('after the claim, when its stream advanced without the append: the name is free', async () => {
    const name = sampleName();
    const dead = asking([name]);
    await diesAfter(1, dead);
    await appended(store, sampleAppend(dead.stream, 'none'));
    await appended(store, asking([name]));
    expect(await store.append(dead)).toMatchObject({ kind: 'conflict' });
  });

  it('during a rename: the stream keeps the old name until it has the new ones', async () => {
    const [old, ...renamed] = [sampleName(), sampleName(), sampleName()];
    const first = asking([old]);
    await appended(store, first);
    const rename = { ...sampleAppend(first.stream, 0), reserve: renamed, release: [old] };
    await diesAfter(2, rename);
    expect(await store.append(asking([old]))).toEqual({ kind: 'taken', name: old });
    await appended(store, rename);
    await appended(store, asking([old]));
    for (const name of renamed) expect(await store.append(asking([name]))).toEqual({ kind: 'taken', name });
  });

  it('does not answer that nothing was written when its append is refused after the claim', async () => {
    const name = sampleName();
    const refused = asking([name]);
    const outcome = await appendUntil(1, async () => ({ kind: 'refused', reason: 'Not ready' }), refused);
    expect(outcome).toEqual({ kind: 'unknown', reason: 'Not ready' });
    expect(await store.append(asking([name]))).toEqual({ kind: 'taken', name });
    expect(await store.readStream(refused.stream)).toHaveLength(1);
  });

  it('leaves exactly one owner when many appends then request the name', async () => {
    const name = sampleName();
    await diesAfter(1, asking([name, sampleName()]));
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => store.append(asking([name]))));
    expect(outcomes.filter(({ kind }) => kind === 'appended')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'taken')).toHaveLength(11);
  });
});
