import type { AppendOutcome } from '../port.ts';
import type { Prepared } from '../prepare.ts';

const LANES = 2; // while one group is being made durable, the next is on its way
const WAIT_MS = 2;
const ENOUGH = 16; // worth a call of its own although one is under way
const GROUP_APPENDS = 256;
const GROUP_BYTES = 4 * 1024 * 1024;
const QUEUE_APPENDS = 20_000;

type Waiting = {
  prepared: Prepared;
  resolve: (outcome: AppendOutcome) => void;
  reject: (error: unknown) => void;
};

export type GroupCommit = {
  /** Queues an append; its own outcome, once its group was committed. */
  append(prepared: Prepared): Promise<AppendOutcome>;
  /** Resolves once nothing is queued or under way. */
  drained(): Promise<void>;
};

/**
 * Sends appends that arrive together down as one call. An idle store takes an append at once; a busy one
 * gathers them until a lane is free, or for 2 ms, or until there are enough.
 */
export function groupCommit(commit: (group: readonly Prepared[]) => Promise<AppendOutcome[]>): GroupCommit {
  let queue: Waiting[] = [];
  let underWay = 0;
  /** Ends the gathering of the next group, when one is being gathered. */
  let stopGathering: (() => void) | null = null;
  let whenDrained: (() => void)[] = [];

  function append(prepared: Prepared): Promise<AppendOutcome> {
    if (queue.length >= QUEUE_APPENDS) {
      return Promise.resolve({ kind: 'unavailable', reason: `${queue.length} appends are waiting already` });
    }
    return new Promise((resolve, reject) => {
      queue.push({ prepared, resolve, reject });
      arrange();
    });
  }

  /** Sees to it that what is queued is sent when it should be. */
  function arrange() {
    if (underWay === LANES || queue.length === 0) return;
    if (underWay > 0 && queue.length >= ENOUGH) return send();
    if (stopGathering) return;
    if (underWay === 0) {
      const turn = setImmediate(send); // only for those of the same turn of the event loop
      stopGathering = () => clearImmediate(turn);
    } else {
      const timer = setTimeout(send, WAIT_MS);
      stopGathering = () => clearTimeout(timer);
    }
  }

  function send() {
    stopGathering?.();
    stopGathering = null;
    if (underWay === LANES || queue.length === 0) return;
    const { group, rest } = split(queue);
    queue = rest;
    underWay += 1;
    void carry(group);
    arrange();
  }

  async function carry(group: Waiting[]) {
    try {
      const outcomes = await commit(group.map(({ prepared }) => prepared));
      for (const [at, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[at];
        if (outcome) resolve(outcome);
        else reject(new Error(`${group.length} appends had ${outcomes.length} outcomes`));
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    underWay -= 1;
    if (underWay > 0) return arrange();
    if (queue.length > 0) return send();
    for (const resolve of whenDrained) resolve();
    whenDrained = [];
  }

  function drained(): Promise<void> {
    if (underWay === 0 && queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => whenDrained.push(resolve));
  }

  return { append, drained };
}

/**
 * The next group: in order of arrival, as much as fits. An append that touches a stream or name which another of the
 * group touches waits for the next one, so that the call decides each on its own and same streams keep their order.
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
