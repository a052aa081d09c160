import type { LockedCircuits } from './lock-circuits.ts';
import type { Settlement } from './settlement.ts';

/** The changes of a postback's circuit by the results of its deliveries. */
type CircuitEffect = {
  hasSuccess: boolean;
  /** Failed attempts since the last success among the results. */
  newFailures: number;
  /** The longest pause that an answer asked for, in ms. */
  quietMs: number;
};

/** By postback. An attempt with the settings from before a correction says nothing about the corrected ones, so it counts nowhere. */
export function circuitEffectsOf(
  settlements: readonly Settlement[],
  locked: LockedCircuits,
): Map<string, CircuitEffect> {
  const circuits = new Map<string, CircuitEffect>();
  for (const settlement of settlements) {
    const { postback, revision } = settlement.claimed;
    const circuit = circuits.get(postback) ?? { hasSuccess: false, newFailures: 0, quietMs: 0 };
    circuits.set(postback, circuit);
    if (settlement.kind !== 'tried' || revision < (locked.get(postback) ?? 0)) continue;
    const { circuit: effect, quietMs } = settlement.verdict;
    circuit.quietMs = Math.max(circuit.quietMs, quietMs);
    if (effect === 'success') [circuit.hasSuccess, circuit.newFailures] = [true, 0];
    if (effect === 'failure') circuit.newFailures += 1;
  }
  return circuits;
}
