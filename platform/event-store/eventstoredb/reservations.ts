import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../port.ts';
import type { Written } from './batch-append.ts';
import type { Read } from './client.ts';
import { releasesOf } from './events.ts';
import { ReadFailed } from './failure.ts';
import { eventsAfter, lastOf, type Settled, type Streams, settledWrite } from './writes.ts';

/**
 * Prefix of all streams of reservations. Consumers skip them (client.ts), and the product may not use it for other
 * streams.
 */
export const RESERVATIONS = 'reservation-';
const NAME = `${RESERVATIONS}name-`;
const ATTEMPT = `${RESERVATIONS}attempt-`;

/** A stream's claim to a name: the append that takes the name, and the attempt that the claim belongs to. */
type Claim = {
  stream: string;
  expected: number | 'none';
  ids: string[];
  attempt: string;
  /** The events of the append, if this is its only name: the claim grants it then. */
  events?: readonly Written[];
};
/** An append whose names are all claimed: from here on any process may complete it. */
type Granted = { stream: string; expected: number | 'none'; events: readonly Written[] };

export type ReserveOutcome =
  | { kind: 'reserved' }
  | { kind: 'taken'; name: string }
  | Extract<Settled, { kind: 'unavailable' | 'unknown' | 'too-large' }>;

/** An attempt that is not decided within this time is treated as one of a dead process. */
const GRACE_MS = 1_500;
const TRIES = 20;

/**
 * Reserves names for one stream each, in a store that can write only one stream at a time.
 *
 * Each name has a stream, created with NO_STREAM, whose last event is the latest claim to the name. The claiming stream
 * alone decides whether the claim holds: it must have the append that the claim names, and no later event there may
 * release the name. So taking and releasing a name are as atomic as that one append.
 *
 * An append with names has three steps: claim each name; write the attempt's stream, also with NO_STREAM, as 'Granted'
 * with the append in it; then append. A process may die between any two steps. The next process that requests the name
 * repairs that:
 * - The claiming stream advanced without the append: the append can never succeed, and the name is free.
 * - It did not advance and the attempt is granted: the append is completed for the dead process (with the same ids and
 * expected revision, so it is written once), and the name belongs to its stream.
 * - It did not advance and the attempt is not granted: after a grace period, the attempt's stream is written as
 * 'GivenUp'. Only one of the two writes with NO_STREAM succeeds: the claim is void and the name free, or it was granted
 * in the meantime.
 * So no name is lost or has two owners, and no clock is trusted: the grace period only protects living processes.
 *
 * An append with one name needs no 'Granted': no other claim of it can fail, so the claim itself has the append in it.
 */
export async function reserveNames(
  client: Streams,
  append: Granted,
  names: readonly string[],
): Promise<ReserveOutcome> {
  const sorted = [...new Set(names)].sort();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const attempt = randomUUID();
    const claim: Claim = {
      stream: append.stream,
      expected: append.expected,
      ids: append.events.map(({ id }) => id),
      attempt,
      ...(sorted.length === 1 && { events: append.events }),
    };
    let claimed = 0;
    for (const name of sorted) {
      const outcome = await claimName(client, name, claim);
      if (outcome.kind === 'claimed') claimed += 1;
      else if (outcome.kind !== 'owned') {
        if (claimed > 0) await decide(client, attempt, 'GivenUp', {}); // before the grace period ends
        return outcome;
      }
    }
    if (claimed === 0 || claim.events) return { kind: 'reserved' };
    const granted = await decide(client, attempt, 'Granted', append);
    if (granted.kind === 'written') return { kind: 'reserved' };
    if (granted.kind !== 'wrong-version') return granted;
    await sleep(10 + Math.random() * 40 * tries); // another process gave it up: try again
  }
  return { kind: 'unavailable', reason: `Too many want ${sorted.join(', ')} at this moment` };
}

type Claimed = { kind: 'claimed' } | { kind: 'owned' } | Exclude<ReserveOutcome, { kind: 'reserved' }>;

async function claimName(client: Streams, name: string, claim: Claim): Promise<Claimed> {
  let last: Read | null = null; // most names are new: try the write before a read
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (last) {
      const other = claimOf(last);
      if (await isOwner(client, name, other)) {
        return other.stream === claim.stream ? { kind: 'owned' } : { kind: 'taken', name };
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

/**
 * Whether the stream of a claim owns the name. Completes or gives up the attempt of a dead process. Throws ReadFailed.
 */
async function isOwner(client: Streams, name: string, claim: Claim): Promise<boolean> {
  const since = performance.now();
  for (let pause = 10; ; pause = Math.min(200, pause * 2)) {
    const after = await eventsAfter(client, claim.stream, claim.expected);
    const [first] = after;
    if (first) {
      return claim.ids.includes(first.id) && !after.some((event) => releasesOf(event).includes(name));
    }
    const granted = await grantOf(client, claim);
    if (granted === 'given-up') return false;
    if (granted) {
      mustBeDecided(await settledWrite(client, claim.stream, claim.expected, granted));
    } else if (performance.now() - since > GRACE_MS) {
      mustBeDecided(await decide(client, claim.attempt, 'GivenUp', {}));
    } else {
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

/** A server that only answers reads would be asked again without end. Throws ReadFailed. */
function mustBeDecided(settled: Settled): void {
  if (settled.kind === 'written' || settled.kind === 'wrong-version') return;
  const reason = settled.kind === 'too-large' ? 'The append of a claimed name is too large' : settled.reason;
  throw new ReadFailed({ kind: 'unavailable', reason });
}

/** The events of a claim's append if it is granted; null if the attempt is not decided. */
async function grantOf(client: Streams, claim: Claim): Promise<readonly Written[] | 'given-up' | null> {
  if (claim.events) return claim.events;
  const decision = await lastOf(client, ATTEMPT + claim.attempt);
  if (decision?.type === 'GivenUp') return 'given-up';
  // a cast at the store boundary: `reserveNames` wrote it
  return decision?.type === 'Granted' ? (decision.data as Granted).events : null;
}

function decide(
  client: Streams,
  attempt: string,
  type: 'Granted' | 'GivenUp',
  data: object,
): Promise<Settled> {
  return settledWrite(client, ATTEMPT + attempt, 'none', [{ id: randomUUID(), type, data, metadata: {} }]);
}

const claimOf = ({ data }: Read) => data as Claim; // a cast at the store boundary: only claimName writes to a name's stream

/** Writes a claim whose append already exists, unless the name has an owner. @returns the name's owner */
export async function claimFor(client: Streams, name: string, claim: Claim): Promise<string | null> {
  const owner = await ownerOf(client, name);
  if (owner !== null) return owner;
  const claimed = await claimName(client, name, claim);
  if (claimed.kind === 'unavailable' || claimed.kind === 'unknown')
    throw new StoreUnavailable(claimed.reason);
  return ownerOf(client, name);
}

/** The name that a stream reserves; null for other streams. */
export const nameOf = (stream: string) => (stream.startsWith(NAME) ? stream.slice(NAME.length) : null);

/** The stream that owns a name now, or null. Throws ReadFailed. */
export async function ownerOf(client: Streams, name: string): Promise<string | null> {
  const last = await lastOf(client, NAME + name);
  if (!last) return null;
  const claim = claimOf(last);
  return (await isOwner(client, name, claim)) ? claim.stream : null;
}
