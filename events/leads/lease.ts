import type { Actor } from '../envelope/envelope.ts';
import type { UserId } from '../ids.ts';
import { accept, type Decision, refuse } from '../language/decider.ts';
import type { LeadCommand } from './command.ts';
import { isCall } from './connection.ts';
import type { LeadEvent } from './events.ts';
import { isOpen } from './open.ts';
import type { OpenLead } from './state.ts';

/** The length of a lease. A call takes a few minutes; the console renews the lease while the lead is on screen. */
export const LEASE_MINUTES = 20;
const LEASE_MS = LEASE_MINUTES * 60_000;

/** Releases leads whose lease has ended, or whose operator has signed out or has a break (workers/work/release.ts). */
export const WORK_QUEUE = { kind: 'system', name: 'Work queue' } as const satisfies Actor;

type TakeLead = Extract<LeadCommand, { type: 'TakeLead' }>;
type ReleaseLead = Extract<LeadCommand, { type: 'ReleaseLead' }>;

/**
 * Leases the lead to the operator, and assigns it if it is unassigned. The holder renews the lease in its second half;
 * before that nothing changes.
 */
export function take(command: TakeLead, lead: OpenLead): Decision<LeadEvent, 'lead-not-available'> {
  const { operator, now, mayTakeUnassigned } = command;
  const { lease } = lead;
  const leftMs = lease ? Date.parse(lease.until) - Date.parse(now) : 0;
  const isHolder = lease?.operator.id === operator.id;
  if (!isOpen(lead.status) || lead.pending) return refuse('lead-not-available');
  if (lease && !isHolder && leftMs > 0) return refuse('lead-not-available');
  if (lead.operator ? lead.operator.id !== operator.id : !mayTakeUnassigned)
    return refuse('lead-not-available');
  if (isHolder && leftMs > LEASE_MS / 2) return accept();
  const until = new Date(Date.parse(now) + LEASE_MS).toISOString();
  const fromPool = lead.operator === null || (isHolder && lease.fromPool);
  const assigned: LeadEvent[] = lead.operator
    ? []
    : [{ type: 'LeadAssigned', data: { operator, from: null, reason: null } }];
  return accept(...assigned, { type: 'LeadTaken', data: { operator, until, fromPool } });
}

/** Ends the operator's lease. A lead from the pool of unassigned leads returns to it. */
export function release(command: ReleaseLead, lead: OpenLead): Decision<LeadEvent, never> {
  const { lease } = lead;
  if (lease?.operator.id !== command.operator) return accept();
  if (command.reason === 'expired' && lease.until > command.now) return accept();
  const { operator } = lease;
  const returned: LeadEvent[] = lease.fromPool
    ? [{ type: 'LeadUnassigned', data: { from: operator, reason: null } }]
    : [];
  return accept({ type: 'LeadReleased', data: { operator, reason: command.reason } }, ...returned);
}

/**
 * Whether an event only says who works on the lead, which is no change of the lead: a take with its assignment, or a
 * release with the return to the pool. Their actor tells them from assignments by admins: an operator assigns a lead
 * only by taking it, and unassigns it only by releasing it.
 */
export function isOfLease(event: LeadEvent, actor: Actor): boolean {
  switch (event.type) {
    case 'LeadTaken':
    case 'LeadReleased':
      return true;
    case 'LeadAssigned':
      return isOperator(actor);
    case 'LeadUnassigned':
      return isOperator(actor) || (actor.kind === 'system' && actor.name === WORK_QUEUE.name);
    default:
      return false;
  }
}

const isOperator = (actor: Actor) => actor.kind === 'user' && actor.role === 'operator';

/**
 * The release that a command causes: the holder recorded an outcome, or the lead is no longer the holder's or open.
 * @param after the lead after the command's own events; null if it was deleted
 */
export function releaseBy(
  command: LeadCommand,
  { lease }: OpenLead,
  after: OpenLead | null,
): Extract<LeadEvent, { type: 'LeadReleased' }> | null {
  if (!lease || after?.lease === null) return null;
  const { operator } = lease;
  const isWorked = outcomeBy(command, operator.id);
  const isKept = after !== null && isOpen(after.status) && after.operator?.id === operator.id;
  if (isKept && !isWorked) return null;
  return { type: 'LeadReleased', data: { operator, reason: isWorked ? 'worked' : 'withdrawn' } };
}

/** Whether the command records how the operator's work on the lead ended. */
function outcomeBy(command: LeadCommand, operator: UserId): boolean {
  if (command.type === 'RequestLeadStatusChange') return command.by.id === operator;
  return (
    command.type === 'CommentOnLead' &&
    isCall(command.comment.content) &&
    command.reach.kind === 'own' &&
    command.reach.operator === operator
  );
}
