import type { Readable } from 'node:stream';
import type { Pagination } from '@crm/contracts/answer.ts';
import type { Refusal } from '@crm/contracts/refusals.ts';
import type { Position } from '../event-store/port.ts';

export type Refused = {
  kind: 'refused';
  refusal: Refusal;
  /** Field errors that are more precise than the refusal's own field and text. */
  errors?: Record<string, string>;
  /** The name that belongs to another stream. Not part of the answer. */
  taken?: string;
  /** A more precise message than the refusal's own. */
  message?: string;
  /** The status of the billing subscription that blocks the tenant; the console shows a text for each. */
  subscriptionStatus?: string;
  /** Seconds before a retry makes sense. */
  retryAfter?: number;
  /** The position of the events that led to the refusal, so that the caller's next read includes them. */
  position?: Position;
  /** A query's read models lag behind the caller's position: what it did not find may exist. */
  stale?: true;
};

export type Result<Data = unknown> =
  | {
      kind: 'done';
      data: Data;
      message?: string;
      pagination?: Pagination;
      status?: 200 | 201 | 202;
      /** The newest event that the answer is known from (`asOf` of platform/commands/execute.ts). */
      position?: Position | null;
      /** The query waited for a position until its timeout, and answers with the current rows. */
      stale?: boolean;
    }
  /** The request was processed without success; the answer has its own schema and status 422. */
  | {
      kind: 'unsuccessful';
      answer: { success: false; message: string; code: string } & Record<string, unknown>;
      /** The position of what was done before it ended without success. */
      position?: Position | null;
    }
  /** A file instead of JSON, sent while it is read. */
  | {
      kind: 'file';
      name: string;
      type: string;
      size?: number;
      bytes: Readable;
      position?: Position | null;
      /** As above. */
      stale?: boolean;
    }
  | Refused;

export function refused(refusal: Refusal, more: Omit<Refused, 'kind' | 'refusal'> = {}): Refused {
  return { kind: 'refused', refusal, ...more };
}

/** Distinguishes a refusal from any other result. */
export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refused';
}
