import type { PostbackLogDetails } from '@crm/contracts/postbacks/logs.ts';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { errorText } from '../../api/errors.ts';
import { formatDateTime } from '../../format/date.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { BodyBlock, HeaderBlock, RequestText } from '../Exchange.tsx';
import { triggerLabels } from '../labels.ts';
import { Notice } from '../Notice.tsx';
import { logDetails } from '../queries.ts';
import { HttpStatus, LogStatus, ResponseTime } from './columns.tsx';
import { LogAttempts } from './LogAttempts.tsx';
import { describeDelivery, isRetryable } from './states.ts';
import type { RetryOne } from './useRetryOne.ts';

type LogDetailsProps = { postbackId: string; logId: string; onRetry: RetryOne; onClose: () => void };

/** All details of one delivery; live hints refresh them. */
export function LogDetails({ postbackId, logId, onRetry, onClose }: LogDetailsProps) {
  const query = useQuery(logDetails(postbackId, logId));
  const log = query.data?.data.log;
  return (
    <Dialog open wide onClose={onClose} title="Postback Log Details">
      {log ? (
        <Details log={log} />
      ) : query.isError ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines count={8} />
      )}
      {log && (
        <DialogActions>
          {isRetryable(log) && (
            <Button icon={RotateCcw} onClick={() => onRetry(log)}>
              Retry
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

function Details({ log }: { log: PostbackLogDetails }) {
  const state = describeDelivery(log);
  const { lead, errorDetails, requestMethod, requestUrl, requestHeaders, requestBody } = log;
  return (
    <div className="flex flex-col gap-4">
      {state && <Notice tone={state.tone} title={state.title} lines={[state.text]} />}
      {errorDetails && (
        <Notice
          tone="bad"
          title="Error Details"
          lines={[
            errorDetails.message,
            ...(errorDetails.apiError === null ? [] : [`API error: ${errorDetails.apiError}`]),
          ]}
        />
      )}
      <Facts
        facts={[
          { label: 'Status', value: <LogStatus log={log} /> },
          { label: 'Event', value: triggerLabels[log.event] },
          { label: 'Postback', value: log.postbackTemplate.name },
          {
            label: 'Lead',
            value: lead ? (
              <Link to={paths.leads.one(lead._id)} className="rounded-ui text-primary-text hover:underline">
                {lead.orderId} · {lead.fullName} · {lead.phone}
              </Link>
            ) : (
              'Deleted lead'
            ),
          },
          { label: 'Address', value: lead?.customerInfo.address },
          { label: 'HTTP status', value: <HttpStatus log={log} /> },
          { label: 'Response time', value: <ResponseTime log={log} /> },
          { label: 'Attempts', value: `${log.attemptNumber} / ${log.maxAttempts}` },
          { label: 'Created', value: formatDateTime(log.createdAt) },
          { label: 'Finished', value: log.finishedAt && formatDateTime(log.finishedAt) },
          { label: 'User agent', value: log.userAgent },
          { label: 'Event ID', value: <span className="font-mono text-xs select-all">{log.eventId}</span> },
          { label: 'Delivery ID', value: <span className="font-mono text-xs select-all">{log._id}</span> },
        ]}
      />
      {requestUrl === '' ? (
        <p className="text-muted">Nothing has been sent yet.</p>
      ) : (
        <>
          <RequestText
            request={{ method: requestMethod, url: requestUrl, headers: requestHeaders, body: requestBody }}
          />
          <ResponseBlocks log={log} />
        </>
      )}
      <LogAttempts attempts={log.attempts} />
    </div>
  );
}

function ResponseBlocks({ log }: { log: PostbackLogDetails }) {
  if (log.responseHeaders === null && log.responseBody === null)
    return <p className="text-muted">No response has come.</p>;
  return (
    <div className="flex flex-col gap-3">
      <HeaderBlock label="Response headers" headers={log.responseHeaders ?? {}} />
      <BodyBlock label="Response body" body={log.responseBody} />
      {log.responseCut && (
        <p className="text-xs text-muted">The response was longer; this is the beginning of it.</p>
      )}
    </div>
  );
}
