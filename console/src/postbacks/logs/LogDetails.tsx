import type { PostbackLogDetails } from '@crm/contracts/postbacks/logs.ts';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { errorText } from '../../api/errors.ts';
import { Allowed } from '../../auth/Allowed.tsx';
import { formatDateTime } from '../../format/date.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { BodyBlock, HeaderBlock, RequestText } from '../Exchange.tsx';
import { triggerLabels } from '../labels.ts';
import { Notice } from '../Notice.tsx';
import { logDetails } from '../queries.ts';
import { postbackTexts } from '../texts.ts';
import { HttpStatus, LogStatus, ResponseTime } from './cells.tsx';
import { LogAttempts } from './LogAttempts.tsx';
import { describeDelivery, isRetryable } from './states.ts';
import type { RetryOne } from './useRetryOne.ts';

type LogDetailsProps = { postbackId: string; logId: string; retryOne: RetryOne; onClose: () => void };

/** All details of one delivery; live hints refresh them. */
export function LogDetails({ postbackId, logId, retryOne, onClose }: LogDetailsProps) {
  const query = useQuery(logDetails(postbackId, logId));
  const log = query.data?.data.log;
  return (
    <Dialog open wide onClose={onClose} title={postbackTexts.logs.details.title}>
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
            <Allowed to="manage-postbacks">
              <Button icon={RotateCcw} busy={retryOne.isRunning(log)} onClick={() => retryOne.run(log)}>
                {postbackTexts.logs.details.retry}
              </Button>
            </Allowed>
          )}
          <Button variant="primary" onClick={onClose}>
            {postbackTexts.logs.details.close}
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
          title={postbackTexts.logs.details.error}
          lines={[
            errorDetails.message,
            ...(errorDetails.apiError === null
              ? []
              : [postbackTexts.logs.details.apiError(errorDetails.apiError)]),
          ]}
        />
      )}
      <Facts
        facts={[
          { label: postbackTexts.logs.details.status, value: <LogStatus log={log} /> },
          { label: postbackTexts.logs.details.event, value: triggerLabels[log.event] },
          { label: postbackTexts.logs.details.postback, value: log.postbackTemplate.name },
          {
            label: postbackTexts.logs.details.lead,
            value: lead ? (
              <Link to={paths.leads.one(lead._id)} className="rounded-ui text-primary-text hover:underline">
                {lead.orderId} · {lead.fullName} · {lead.phone}
              </Link>
            ) : (
              postbackTexts.logs.deletedLead
            ),
          },
          { label: postbackTexts.logs.details.address, value: lead?.customerInfo.address },
          { label: postbackTexts.logs.details.httpStatus, value: <HttpStatus log={log} /> },
          { label: postbackTexts.logs.details.responseTime, value: <ResponseTime log={log} /> },
          { label: postbackTexts.logs.details.attempts, value: `${log.attemptNumber} / ${log.maxAttempts}` },
          { label: postbackTexts.logs.details.created, value: formatDateTime(log.createdAt) },
          {
            label: postbackTexts.logs.details.finished,
            value: log.finishedAt && formatDateTime(log.finishedAt),
          },
          { label: postbackTexts.logs.details.userAgent, value: log.userAgent },
          {
            label: postbackTexts.logs.details.eventId,
            value: <span className="font-mono text-xs select-all">{log.eventId}</span>,
          },
          {
            label: postbackTexts.logs.details.deliveryId,
            value: <span className="font-mono text-xs select-all">{log._id}</span>,
          },
          {
            label: postbackTexts.logs.details.correlationId,
            value: log.correlationId && (
              <span className="font-mono text-xs select-all">{log.correlationId}</span>
            ),
          },
        ]}
      />
      {requestUrl === '' ? (
        <p className="text-muted">{postbackTexts.logs.details.notSent}</p>
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
    return <p className="text-muted">{postbackTexts.logs.details.noResponse}</p>;
  return (
    <div className="flex flex-col gap-3">
      <HeaderBlock label={postbackTexts.logs.details.responseHeaders} headers={log.responseHeaders ?? {}} />
      <BodyBlock label={postbackTexts.logs.details.responseBody} body={log.responseBody} />
      {log.responseCut && <p className="text-xs text-muted">{postbackTexts.logs.details.responseCut}</p>}
    </div>
  );
}
