import type { Readable } from 'node:stream';
import type { Pagination } from '@crm/contracts/answer.ts';
import type { Refusal } from '@crm/contracts/refusals.ts';
import type { Position } from '../event-store/port.ts';

export type Refused = {
  kind: 'refused';
  refusal: Refusal;
  /** More precise than the refusal's own field and text, where there is such a thing. */
  errors?: Record<string, string>;
  /** Why the billing subscription blocks the tenant; the console shows a text for each status. */
  subscriptionStatus?: string;
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  /** The position of the events that the refusal was decided from, so that the caller's next read shows them. */
  position?: Position;
};

export type Result<Data = unknown> =
  | {
      kind: 'done';
      data: Data;
      message?: string;
      pagination?: Pagination;
      status?: 200 | 201 | 202;
      /** Where a command's events stand, or null where it made none. */
      position?: Position | null;
      /** A read that waited for a position in vain and answers with what there is. */
      stale?: boolean;
    }
  /** What was asked for was gone through and came to nothing: an answer of its own shape, told with 422. */
  | {
      kind: 'unsuccessful';
      answer: { success: false; message: string; code: string } & Record<string, unknown>;
    }
  /** A file instead of an answer, sent as it is read. */
  | { kind: 'file'; name: string; type: string; size?: number; bytes: Readable; position?: Position | null }
  | Refused;

export function refused(refusal: Refusal, more: Omit<Refused, 'kind' | 'refusal'> = {}): Refused {
  return { kind: 'refused', refusal, ...more };
}

/** Tells a refusal from whatever else a step may give. */
export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refused';
}
