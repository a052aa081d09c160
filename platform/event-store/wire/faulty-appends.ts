import { setTimeout as sleep } from 'node:timers/promises';
import { type AppendCall, bytesOf, type CarriedOut, MOST_BYTES } from './appending.ts';
import type { MemoryLog } from './memory-log.ts';

/** A fault for the next `times` appends. */
export type AppendFault =
  /** Written, but all connections are cut before the answer. */
  | { kind: 'cut-after-commit'; times: number }
  /** Written, but never answered. */
  | { kind: 'silent-after-commit'; times: number }
  /** Neither written nor answered. */
  | { kind: 'silent'; times: number };

const PREPARE_TIMEOUT_MS = 2_000;

/**
 * Appends to a log, with the faults and the delay that a test asks for.
 *
 * @param cut cuts all connections
 * @param writeTimeoutMs the delay before a dropped write is answered
 */
export function faultyAppends(log: MemoryLog, cut: () => void, writeTimeoutMs = PREPARE_TIMEOUT_MS) {
  let fault: AppendFault | null = null;
  let delayMs = 0;

  return {
    /** The outcome of an append; null if it gets no answer. */
    async carryOut(call: AppendCall): Promise<CarriedOut | null> {
      if (bytesOf(call) > MOST_BYTES) return { kind: 'too-large' };
      const harm = fault?.kind;
      fault = afterOne(fault);
      if (harm === 'silent') return null;
      const outcome = await log.append(call.stream, call.expected, call.events);
      if (harm === 'cut-after-commit') cut();
      if (harm !== undefined) return null;
      if (delayMs > 0) await sleep(delayMs);
      if (outcome.kind === 'dropped') await sleep(writeTimeoutMs);
      return outcome;
    },
    harm(next: AppendFault | null) {
      fault = next;
    },
    /** Delays every answer to an append. */
    delay(ms: number) {
      delayMs = ms;
    },
  };
}

/** The fault that remains after one append. */
const afterOne = (fault: AppendFault | null): AppendFault | null =>
  fault && fault.times > 1 ? { ...fault, times: fault.times - 1 } : null;
