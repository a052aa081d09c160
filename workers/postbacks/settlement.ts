import type { TriggerEvent } from '@crm/events/postbacks/vocabulary.ts';
import type { Claimed } from './claim.ts';
import type { ResponseClass } from './classify.ts';

/** Request and response of one attempt, with secrets masked. */
export type Attempt = {
  at: Date;
  method: string;
  url: string;
  requestHeaders: Record<string, string>;
  requestBody: string | null;
  status: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  responseCut: boolean;
  ms: number;
  error: string | null;
};

/** The result of a claimed delivery. The `event` of an attempt is the trigger that was sent; the log shows it from then on. */
export type Settlement = { claimed: Claimed } & (
  | { kind: 'tried'; verdict: ResponseClass; event: TriggerEvent; attempt: Attempt }
  /** Not sent, and will not be sent. */
  | { kind: 'unsent'; status: 'suppressed' | 'failed'; reason: string }
  /** Not sent now; no attempt is used up. */
  | { kind: 'held'; delayMs: number }
);

/** A short name of the result. */
export function outcomeOf(settlement: Settlement): 'success' | 'retry' | 'failed' | 'suppressed' | 'held' {
  switch (settlement.kind) {
    case 'held':
      return 'held';
    case 'unsent':
      return settlement.status;
    case 'tried':
      return settlement.verdict.outcome;
    default:
      return settlement satisfies never;
  }
}

/** Whether the delivery has ended, so that the next one of its lead may be sent. */
export function hasEnded(settlement: Settlement): boolean {
  if (settlement.kind === 'tried') return settlement.verdict.outcome !== 'retry';
  return settlement.kind === 'unsent';
}
