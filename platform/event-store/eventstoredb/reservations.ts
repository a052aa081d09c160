import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../port.ts';
import type { Client, Read, Written } from './client.ts';
import { releasesOf } from './events.ts';
import { eventsAfter, lastOf, type Settled, settledWrite } from './writes.ts';

/** All of these streams are left out by followers (client.ts), and no stream of the product may begin so. */
export const RESERVATIONS = 'reservation-';
const NAME = `${RESERVATIONS}name-`;
const ATTEMPT = `${RESERVATIONS}attempt-`;

/** What a stream asks for a name with: the append that shall bring it, and the attempt of which it is a part. */
type Claim = { stream: string; expected: number | 'none'; ids: string[]; attempt: string };
/** An append whose names are all claimed: from here on it is carried out, by whoever comes first. */
type Granted = { stream: string; expected: number | 'none'; events: readonly Written[] };

export type Held =
  | { kind: 'held' }
  | { kind: 'taken'; name: string }
  | Extract<Settled, { kind: 'unavailable' | 'unknown' | 'too-large' }>;

/** How long an attempt may be under way before others take it for one whose process died. */
const GRACE_MS = 1_500;
const TRIES = 20;

/**
 * Names that are one stream's alone, in a store that can write but one stream at a time.
 *
 * A name has a stream of its own, created with NO_STREAM, whose last event is the latest claim to it. Whether that claim
 * holds is told by the claiming stream alone: the append that the claim speaks of stands there, and no later event there
 * gives the name back. So taking and releasing are as whole as that one append.
 *
 * An append with names goes: claim each; then write its attempt's stream, again with NO_STREAM, as 'Granted' with the
 * append in it; then append. A process may die anywhere in between, and whoever next asks for a name heals it:
 * - The claiming stream has moved on without the append: that can never come any more, and the name is free.
 * - It has not, and the attempt is granted: the append is carried out for the dead process (the same ids and expected
 *   revision, so once), and the name is its owner's.
 * - It has not, and the attempt is not granted: after a grace the attempt's stream is written as 'GivenUp'. Of the two
 *   writers with NO_STREAM one wins: either the claim is void and the name free, or it was granted meanwhile.
 * So no name is lost and none has two owners, with no clock to trust: the grace only spares the living.
 */
export async function hold(client: Client, append: Granted, names: readonly string[]): Promise<Held> {
  const sorted = [...new Set(names)].sort();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const attempt = randomUUID();
    const claim: Claim = {
      stream: append.stream,
      expected: append.expected,
      ids: append.events.map(({ id }) => id),
      attempt,
    };
    let claimed = 0;
    for (const name of sorted) {
      const outcome = await claimName(client, name, claim);
      if (outcome.kind === 'claimed') claimed += 1;
      else if (outcome.kind !== 'owned') {
        if (claimed > 0) await decide(client, attempt, 'GivenUp', {}); // sooner than by its grace
        return outcome;
      }
    }
    if (claimed === 0) return { kind: 'held' };
    const granted = await decide(client, attempt, 'Granted', append);
    if (granted.kind === 'written') return { kind: 'held' };
    if (granted.kind !== 'wrong-version') return granted;
    await sleep(10 + Math.random() * 40 * tries); // given up by somebody else: once more
  }
  return { kind: 'unavailable', reason: `Too many want ${sorted.join(', ')} at this moment` };
}

type Claimed = { kind: 'claimed' } | { kind: 'owned' } | Exclude<Held, { kind: 'held' }>;

async function claimName(client: Client, name: string, claim: Claim): Promise<Claimed> {
  let last: Read | null = null; // most names are new: asked for before it is looked up
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (last) {
      const held = claimOf(last);
      if (await holds(client, name, held)) {
        return held.stream === claim.stream ? { kind: 'owned' } : { kind: 'taken', name };
      }
    }
    const event: Written = { id: randomUUID(), type: 'NameClaimed', data: claim, metadata: {} };
    const written = await settledWrite(client, NAME + name, last ? last.revision : 'none', [event]);
    if (written.kind === 'written') return { kind: 'claimed' };
    if (written.kind !== 'wrong-version') return written;
    last = await lastOf(client, NAME + name);
  }
  return { kind: 'unavailable', reason: `Too many want ${name} at this moment` };
}

/** Whether a claim gives its stream the name; heals what a dead process left half done. Throws ReadFailed. */
async function holds(client: Client, name: string, claim: Claim): Promise<boolean> {
  const since = performance.now();
  for (let pause = 10; ; pause = Math.min(200, pause * 2)) {
    const after = await eventsAfter(client, claim.stream, claim.expected);
    const [first] = after;
    if (first) {
      return claim.ids.includes(first.id) && !after.some((event) => releasesOf(event).includes(name));
    }
    const decision = await lastOf(client, ATTEMPT + claim.attempt);
    if (decision?.type === 'GivenUp') return false;
    if (decision?.type === 'Granted') {
      const { stream, expected, events } = decision.data as Granted; // an edge: `hold` wrote it
      await settledWrite(client, stream, expected, events);
    } else if (performance.now() - since > GRACE_MS) {
      await decide(client, claim.attempt, 'GivenUp', {});
    } else {
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

function decide(
  client: Client,
  attempt: string,
  type: 'Granted' | 'GivenUp',
  data: object,
): Promise<Settled> {
  return settledWrite(client, ATTEMPT + attempt, 'none', [{ id: randomUUID(), type, data, metadata: {} }]);
}

const claimOf = ({ data }: Read) => data as Claim; // an edge: only claimName writes to a name's stream

/** Enters a claim whose append stands there already, where nobody has the name; answers whose it then is. */
export async function claimFor(client: Client, name: string, claim: Claim): Promise<string | null> {
  const owner = await ownerOf(client, name);
  if (owner !== null) return owner;
  const claimed = await claimName(client, name, claim);
  if (claimed.kind === 'unavailable' || claimed.kind === 'unknown')
    throw new StoreUnavailable(claimed.reason);
  return ownerOf(client, name);
}

/** The name that a stream is about, or null when it is no name's. */
export const nameOf = (stream: string) => (stream.startsWith(NAME) ? stream.slice(NAME.length) : null);

/** The stream that a name belongs to now, or null. Throws ReadFailed. */
export async function ownerOf(client: Client, name: string): Promise<string | null> {
  const last = await lastOf(client, NAME + name);
  if (!last) return null;
  const claim = claimOf(last);
  return (await holds(client, name, claim)) ? claim.stream : null;
}
