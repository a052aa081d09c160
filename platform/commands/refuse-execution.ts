import { type Refusal, refusals } from '@crm/contracts/refusals.ts';
import type { TenantId } from '@crm/events/ids.ts';
import type { AppendOutcome, EventStore, Position } from '../event-store/port.ts';
import { type Refused, refused } from '../http/result.ts';
import type { UniqueNames } from './aggregate.ts';
import type { Execution } from './execution.ts';
import type { History } from './load.ts';

/** The conditions of an execution besides the decider's rules. */
type Conditions = Pick<Execution<never, never, never, never>, 'tenant' | 'seenRevision' | 'allowed'>;

/** Why a command is not carried out: null if it is. @param reason the decider's */
export async function refusalOf(
  store: EventStore,
  { tenant, seenRevision, allowed }: Conditions,
  history: History<unknown>,
  reason: Refusal | null,
): Promise<Refused | null> {
  const refusing = (refusal: Refusal) => refusedBy(store, history, tenant, refusal);
  // Checked before the revision: an aggregate that the caller may not see is 'not found' at any revision.
  if (reason !== null && refusals[reason].status === 404) return refusing(reason);
  if (seenRevision !== undefined && history.revision !== seenRevision) return refusing('changed-meanwhile');
  return (await allowed?.()) ?? (reason === null ? null : refusing(reason));
}

/**
 * A refusal with the position of the stream that it was decided from. A 404 has the head instead, so that a deleted
 * aggregate, another tenant's, and one that never existed look the same.
 */
async function refusedBy(
  store: EventStore,
  history: History<unknown>,
  tenant: TenantId,
  refusal: Refusal,
): Promise<Refused> {
  if (refusals[refusal].status === 404) return refused(refusal, { position: await store.head() });
  const position = decidedFrom(history, tenant);
  return refused(refusal, position === null ? {} : { position });
}

/** The position of the newest event that a decision for this tenant was made from; null for an aggregate of another tenant. */
export function decidedFrom(
  { tenant: owner, recorded }: History<unknown>,
  tenant: TenantId,
): Position | null {
  const last = owner === tenant ? recorded.at(-1) : undefined;
  return last?.position ?? null;
}

/** The refusal of a command whose events were not appended. */
export async function refusalOfAppend<State>(
  store: EventStore,
  names: UniqueNames<State> | undefined,
  outcome: NotAppended,
): Promise<Refused> {
  switch (outcome.kind) {
    case 'taken':
      // The event that took the name is at or before the head.
      return refused(refusalOfTaken(names, outcome.name), {
        taken: outcome.name,
        position: await store.head(),
      });
    case 'too-large':
      return refused('too-large', {
        errors: { body: `At most ${outcome.limit} bytes; this has ${outcome.bytes}` },
      });
    case 'unavailable':
    case 'unknown':
      return refused('unavailable');
    default:
      return outcome satisfies never;
  }
}

type NotAppended = Exclude<AppendOutcome, { kind: 'appended' | 'conflict' }>;

function refusalOfTaken<State>(names: UniqueNames<State> | undefined, taken: string): Refusal {
  if (taken.startsWith('command:')) return 'key-reused'; // an Idempotency-Key of a creation
  if (taken.startsWith('place:')) return 'too-busy'; // platform/places/execute-in-place.ts tries the next place
  if (!names) throw new Error(`'${taken}' was reserved for an aggregate without names`);
  return names.whenTaken(taken);
}
