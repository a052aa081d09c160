import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import { formatDateTime } from '../../format/date.ts';

type DeliveryState = Pick<
  PostbackLog,
  'status' | 'reason' | 'attemptNumber' | 'maxAttempts' | 'nextAttemptAt'
>;

/** Describes the state of a delivery; null for a success. */
export function describeDelivery(
  log: DeliveryState,
): { tone: 'info' | 'warn' | 'bad'; title: string; text: string } | null {
  const { attemptNumber, maxAttempts, nextAttemptAt, reason } = log;
  const next = nextAttemptAt === null ? '' : ` Next attempt: ${formatDateTime(nextAttemptAt)}.`;
  switch (log.status) {
    case 'success':
      return null;
    case 'pending':
      return { tone: 'info', title: 'Pending', text: `This request waits to be sent.${next}` };
    case 'retry':
      return {
        tone: 'warn',
        title: 'Retry Required',
        text: `This request will be retried. Current attempt: ${attemptNumber} of ${maxAttempts}.${next}`,
      };
    case 'failed':
      return {
        tone: 'bad',
        title: 'Request Failed',
        text: `This request has failed and will not be retried.${why(reason)}`,
      };
    case 'suppressed':
      return { tone: 'info', title: 'Not Sent', text: `This request was not sent.${why(reason)}` };
    default:
      log.status satisfies never;
      return null;
  }
}

const why = (reason: string | null) => (reason ? ` Reason: ${reason}` : '');

/** Only a delivery that ended without success can be retried by hand. */
export const isRetryable = ({ status }: Pick<PostbackLog, 'status'>) => status === 'failed';
