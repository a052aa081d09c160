import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import { formatDateTime } from '../../format/date.ts';
import { postbackTexts } from '../texts.ts';

type DeliveryState = Pick<
  PostbackLog,
  'status' | 'reason' | 'attemptNumber' | 'maxAttempts' | 'nextAttemptAt'
>;

/** Describes the state of a delivery; null for a success. */
export function describeDelivery(
  log: DeliveryState,
): { tone: 'info' | 'warn' | 'bad'; title: string; text: string } | null {
  const { attemptNumber, maxAttempts, nextAttemptAt, reason } = log;
  const next = nextAttemptAt === null ? null : formatDateTime(nextAttemptAt);
  switch (log.status) {
    case 'success':
      return null;
    case 'pending':
      return {
        tone: 'info',
        title: postbackTexts.logs.states.pending,
        text: postbackTexts.logs.states.pendingText(next),
      };
    case 'retry':
      return {
        tone: 'warn',
        title: postbackTexts.logs.states.retry,
        text: postbackTexts.logs.states.retryText(attemptNumber, maxAttempts, next),
      };
    case 'failed':
      return {
        tone: 'bad',
        title: postbackTexts.logs.states.failed,
        text: postbackTexts.logs.states.failedText(reason),
      };
    case 'suppressed':
      return {
        tone: 'info',
        title: postbackTexts.logs.states.suppressed,
        text: postbackTexts.logs.states.suppressedText(reason),
      };
    default:
      log.status satisfies never;
      return null;
  }
}

/** Only a delivery that ended without success can be retried by hand. */
export const isRetryable = ({ status }: Pick<PostbackLog, 'status'>) => status === 'failed';
