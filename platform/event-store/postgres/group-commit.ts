import type { AppendOutcome } from '../port.ts';
import type { Prepared } from '../prepare.ts';

const GROUPS_IN_FLIGHT = 2; // groups in flight: one is written to disk while the next is sent
const WAIT_MS = 2;
const ENOUGH = 16; // a second group is sent at this size without a wait
const GROUP_APPENDS = 256;
const GROUP_BYTES = 4 * 1024 * 1024;
const QUEUE_APPENDS = 20_000;

type Waiting = {
  prepared: Prepared;
  resolve: (outcome: AppendOutcome) => void;
  reject: (error: unknown) => void;
  ofUser: boolean;
};

export type GroupCommit = {
  /** Queues an append, a user's before all others. Resolves to its outcome when its group is committed. */
  append(prepared: Prepared): Promise<AppendOutcome>;
  /** Resolves when no append is queued or in flight. */
  drained(): Promise<void>;
};

/**
 * Sends concurrent appends as one call. An idle store gets an append at once. A busy one collects appends until a slot
 * is free, or for 2 ms, or until there are ENOUGH.
 */
export function groupCommit(commit: (group: readonly Prepared[]) => Promise<AppendOutcome[]>): GroupCommit {
  let queue: Waiting[] = [];
  let inFlight = 0;
  /** Cancels the timer of the next group, if one is running. */
  let stopGathering: (() => void) | null = null;
  let whenDrained: (() => void)[] = [];

  function append(prepared: Prepared): Promise<AppendOutcome> {
    if (queue.length >= QUEUE_APPENDS) {
      return Promise.resolve({ kind: 'unavailable', reason: `${queue.length} appends are waiting already` });
    }
    return new Promise((resolve, reject) => {
      const ofUser = isOfUser(prepared);
      const waiting = { prepared, resolve, reject, ofUser };
      const ahead = ofUser ? queue.findIndex((other) => !other.ofUser) : -1;
      if (ahead < 0) queue.push(waiting);
      else queue.splice(ahead, 0, waiting);
      arrange();
    });
  }

  /** Sends the queue now or schedules it. */
  function arrange() {
    if (inFlight === GROUPS_IN_FLIGHT || queue.length === 0) return;
    if (inFlight > 0 && queue.length >= ENOUGH) return send();
    if (stopGathering) return;
    if (inFlight === 0) {
      const turn = setImmediate(send); // collects only the appends of this turn of the event loop
      stopGathering = () => clearImmediate(turn);
    } else {
      const timer = setTimeout(send, WAIT_MS);
      stopGathering = () => clearTimeout(timer);
    }
  }

  function send() {
    stopGathering?.();
    stopGathering = null;
    if (inFlight === GROUPS_IN_FLIGHT || queue.length === 0) return;
    const { group, rest } = split(queue);
    queue = rest;
    inFlight += 1;
    void carry(group);
    arrange();
  }

  async function carry(group: Waiting[]) {
    await settle(group);
    inFlight -= 1;
    if (inFlight > 0) return arrange();
    if (queue.length > 0) return send();
    for (const resolve of whenDrained) resolve();
    whenDrained = [];
  }

  async function settle(group: Waiting[]) {
    try {
      const outcomes = await commit(group.map(({ prepared }) => prepared));
      for (const [at, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[at];
        if (outcome) resolve(outcome);
        else reject(new Error(`${group.length} appends had ${outcomes.length} outcomes`));
      }
    } catch (error) {
      // One append that Postgres rejects fails the call. Alone, each of the others is written.
      if (group.length > 1) for (const waiting of group) await settle([waiting]);
      else for (const { reject } of group) reject(error);
    }
  }

  function drained(): Promise<void> {
    if (inFlight === 0 && queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => whenDrained.push(resolve));
  }

  return { append, drained };
}

/** Whether a user waits for the append: not a partner, a reaction or a bulk action, whose events have a cause. */
function isOfUser({ append }: Prepared): boolean {
  const meta = append.events[0]?.meta;
  return meta?.actor.kind === 'user' && meta.causationId === null;
}

/**
 * Takes the next group from the queue, in its order, as many as fit. An append on a stream or name that an
 * earlier one in the queue touches waits for a later group, so the call can decide each append separately and one
 * stream's appends keep their order.
 */
function split(queue: readonly Waiting[]): { group: Waiting[]; rest: Waiting[] } {
  const group: Waiting[] = [];
  const rest: Waiting[] = [];
  const touched = new Set<string>();
  let bytes = 0;
  for (const waiting of queue) {
    const { prepared } = waiting;
    const full = group.length === GROUP_APPENDS || (group.length > 0 && bytes + prepared.bytes > GROUP_BYTES);
    const fits = !full && prepared.touches.every((touch) => !touched.has(touch));
    for (const touch of prepared.touches) touched.add(touch);
    if (fits) bytes += prepared.bytes;
    (fits ? group : rest).push(waiting);
  }
  return { group, rest };
}
