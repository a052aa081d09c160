import { TimeZone } from '@crm/events/language/time-zone.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, flag, id, instant, nothing, pageQuery } from '../fields.ts';
import { Lead } from '../leads/lead.ts';

/** Why a lead is in an operator's queue, in the order of the queue. */
const QueueReason = z.enum(['taken', 'callback', 'urgent', 'new', 'unassigned']);
export type QueueReason = z.infer<typeof QueueReason>;

const QueuedLead = z.object({
  lead: Lead,
  why: QueueReason,
  /** The time of a promised call; null for none. */
  callbackAt: instant.nullable(),
});
export type QueuedLead = z.infer<typeof QueuedLead>;

const Callback = Lead.pick({ _id: true, orderId: true, fullName: true, phone: true }).extend({ at: instant });
export type Callback = z.infer<typeof Callback>;

/** The most leads that the queue shows ahead, and that one call tries to take. */
export const QUEUED_SHOWN = 5;
export const MOST_CANDIDATES = 20;

export const WorkQueue = z.object({
  isOnBreak: z.boolean(),
  /** Whether operators may take unassigned leads. */
  takingAllowed: z.boolean(),
  /** The lead that the caller works on, and until when no other operator gets it. */
  current: QueuedLead.extend({ takenUntil: instant }).nullable(),
  /** The caller's next leads. Unassigned leads are not shown before they are taken. */
  next: z.array(QueuedLead),
  /** Ids of the next leads in order, also of unassigned ones, for the call that takes one. */
  candidates: z.array(z.string()),
  counts: z.object({ callbacks: z.int(), urgent: z.int(), new: z.int(), unassigned: z.int() }),
});
export type WorkQueue = z.infer<typeof WorkQueue>;

export const workQueue = endpoint({
  method: 'GET',
  path: '/operator/work-queue',
  query: z.strictObject({}),
  data: WorkQueue,
});

/** The caller's promised calls of the next 24 hours and those that are due, in order; at most 50. */
export const listCallbacks = endpoint({
  method: 'GET',
  path: '/operator/callbacks',
  data: z.array(Callback),
});

/** Takes the first of these leads that is available. */
export const takeLead = endpoint({
  method: 'POST',
  path: '/operator/work-queue/take',
  body: z.strictObject({
    leadIds: z
      .array(id)
      .min(1, { error: 'Name at least one lead' })
      .max(MOST_CANDIDATES, { error: `At most ${MOST_CANDIDATES} leads` }),
  }),
  /** Null when none of them was available. */
  data: z.object({ leadId: z.string().nullable() }),
  ignoresIdempotencyKey: true,
});

/** Gives a taken lead back. The caller does not get it again for an hour. */
export const skipLead = endpoint({
  method: 'POST',
  path: '/operator/leads/:id/skip',
  params: byId,
  /** False if the caller had no lease of the lead: nothing was given back. */
  data: z.object({ isSkipped: z.boolean() }),
});

/** Starts or ends the caller's break. On a break, the caller gets no lead. */
export const setBreak = endpoint({
  method: 'PUT',
  path: '/operator/break',
  body: z.strictObject({ isOnBreak: flag }),
  data: nothing,
});

/** The caller's own urgent leads (docs/figures.md), those that have waited longest first. */
export const listUrgentLeads = endpoint({
  method: 'GET',
  path: '/operator/urgent',
  query: z.strictObject(pageQuery),
  data: z.array(Lead),
  paged: true,
});

const Activity = z.array(
  z.object({
    _id: z.string(),
    type: z.enum(['call', 'comment', 'status-request']),
    /** The comment, or the requested status. */
    content: z.string(),
    createdAt: instant,
    /** Null if the lead was deleted, or if the caller may not see it any more. */
    lead: Lead.pick({ _id: true, orderId: true, fullName: true }).nullable(),
  }),
);

/** The caller's own comments and status requests, newest first. */
export const listActivity = endpoint({
  method: 'GET',
  path: '/operator/activity',
  query: z.strictObject(pageQuery),
  data: Activity,
  paged: true,
});

/** The same of any operator, for admins. */
export const listUserActivity = endpoint({
  method: 'GET',
  path: '/users/:id/activity',
  params: byId,
  query: z.strictObject(pageQuery),
  data: Activity,
  paged: true,
});

const TeamMember = z.object({
  operatorId: z.string(),
  fullName: z.string(),
  state: z.enum(['working', 'idle', 'break', 'signed-out']),
  /** When this state began. */
  since: instant,
  lead: Lead.pick({ _id: true, orderId: true, fullName: true }).nullable(),
  /** Calls and status requests since midnight in the time zone of the query, or else of the tenant, and calls of the last 60 minutes. */
  callsToday: z.int(),
  requestsToday: z.int(),
  callsLastHour: z.int(),
});

/** The active operators who have used the work queue, and what each works on. */
export const teamWork = endpoint({
  method: 'GET',
  path: '/admin/work',
  query: z.strictObject({ timeZone: TimeZone.optional() }),
  data: z.array(TeamMember),
});
