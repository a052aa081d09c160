import type { PostbackLogDetails } from '@crm/contracts/postbacks/logs.ts';
import { formatDateTime } from '../../format/date.ts';
import { postbackTexts } from '../texts.ts';
import { HttpStatus, ResponseTime } from './cells.tsx';

/** All attempts of one delivery, oldest first. */
export function LogAttempts({ attempts }: Pick<PostbackLogDetails, 'attempts'>) {
  if (attempts.length === 0) return null;
  return (
    <section aria-label={postbackTexts.logs.details.attempts}>
      <h3 className="text-xs text-muted">{postbackTexts.logs.details.attempts}</h3>
      <ol className="mt-1 flex flex-col divide-y rounded-ui border">
        {attempts.map(({ attemptNumber, at, responseStatus, responseTime, error }) => (
          <li key={attemptNumber} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5 text-sm">
            <span className="w-6 tabular-nums">{attemptNumber}</span>
            <time dateTime={at} className="text-muted">
              {formatDateTime(at)}
            </time>
            <HttpStatus log={{ responseStatus, reason: error }} />
            <ResponseTime log={{ responseTime }} />
            {error && <span className="min-w-0 break-words text-bad">{error}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
