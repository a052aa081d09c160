import { CommentType, LeadStatus } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import { instant } from '../fields.ts';
import { fieldAnswers } from './fields.ts';

const maybe = z.string().nullable();

/** One comment; lists of comments are newest first. */
export const Comment = z.object({
  _id: z.string(),
  content: z.string(),
  type: CommentType,
  isInternal: z.boolean(),
  isImportant: z.boolean(),
  author: z.object({ fullName: z.string() }),
  /** The change of status that it explains, where there is one, and where it came from. */
  metadata: z.object({
    previousStatus: LeadStatus.nullable(),
    newStatus: LeadStatus.nullable(),
    reason: maybe,
    ipAddress: maybe,
  }),
  createdAt: instant,
});
export type Comment = z.infer<typeof Comment>;

export const PendingStatusChange = z.object({
  requestId: z.string(),
  newStatus: LeadStatus,
  reason: maybe,
  requestedAt: instant,
  requestedBy: z.string(),
  /** The operator's comment with the request, for the admin who decides. */
  comment: maybe,
});

/** The latest request of a lead, which an admin rejected; null again after the next request or change of status. */
export const RejectedStatusChange = z.object({
  newStatus: LeadStatus,
  /** The admin's notes. */
  reason: z.string(),
  rejectedAt: instant,
  rejectedBy: z.string(),
});

/** A lead in lists and on its page. Amounts are decimal numbers in `currency`. */
export const Lead = z.object({
  _id: z.string(),
  orderId: z.string(),
  /** The place among all leads of the organisation in order of arrival, from 0. Only in the leads list. */
  number: z.int().optional(),
  status: LeadStatus,
  statusReason: maybe,
  ...fieldAnswers,
  /** The page that a partner's lead came from. Only in the answer for one lead, because it may be long. */
  referer: maybe.optional(),
  /** City, or else state, with the country; for the list. */
  location: maybe,
  hasAddress: z.boolean(),
  customerInfo: z.object({ name: z.string(), address: maybe }),
  offer: z.object({ _id: z.string(), name: z.string() }).nullable(),
  assignedOperator: z
    .object({ _id: z.string(), fullName: z.string(), username: z.string(), email: z.string() })
    .nullable(),
  pendingStatusChange: PendingStatusChange.nullable(),
  rejectedStatusChange: RejectedStatusChange.nullable(),
  /** The outcome of the last call; later comments about other matters do not change it. */
  lastCall: z.object({ connection: z.enum(['connected', 'not-connected']), reason: z.string() }).nullable(),
  /** Newest first; empty when the call did not ask for comments. */
  comments: z.array(Comment),
  commentCount: z.int(),
  /** When the personal data was erased: texts are '(erased)', and the lead can only be deleted. */
  erasedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** The stream's revision; an edit with another revision is refused. */
  revision: z.int(),
});
export type Lead = z.infer<typeof Lead>;

/** One entry of a lead's history, read from its stream: who, when, from where, and what. */
export const TimelineEntry = z.object({
  _id: z.string(),
  /** The event's type, for example `LeadAssigned`. */
  event: z.string(),
  /** The badge: `status`, `assignment`, `system`, or a comment's own type. */
  type: z.string(),
  isInternal: z.boolean(),
  isImportant: z.boolean(),
  author: z.object({ fullName: z.string(), role: z.string() }),
  content: z.string(),
  createdAt: instant,
  metadata: z.object({
    previousStatus: LeadStatus.nullable(),
    newStatus: LeadStatus.nullable(),
    reason: maybe,
    ipAddress: maybe,
    userAgent: maybe,
    /** Field by field, the old and the new value of an edit; empty text is an empty field. */
    changes: z.array(z.object({ field: z.string(), label: z.string(), from: z.string(), to: z.string() })),
  }),
  revision: z.int(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const StatusStep = z.object({
  status: LeadStatus,
  previousStatus: LeadStatus.nullable(),
  reason: maybe,
  changedBy: z.string(),
  changedAt: instant,
});
