import type { Answered } from '@crm/contracts/endpoint.ts';
import type { testPostback } from '@crm/contracts/postbacks/test.ts';
import { useEffect, useRef } from 'react';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { BodyBlock, RequestText } from '../Exchange.tsx';
import { HttpStatus, ResponseTime } from '../logs/cells.tsx';
import { Notice } from '../Notice.tsx';
import { postbackTexts } from '../texts.ts';

export type Outcome =
  | ({ kind: 'answered' } & Answered<typeof testPostback>)
  /** Our own server refused to send it. */
  | { kind: 'refused'; text: string };

/** The partner's response; a status of 400 and above is shown as a failure with the response as details. */
export function TestResult({ outcome, busy }: { outcome: Outcome | null; busy: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = busy || outcome !== null;
  // The results may be below the screen. The margin leaves room for the head of the panel above, whose button sends again.
  useEffect(() => {
    if (busy || shown) place.current?.scrollIntoView({ block: 'nearest' });
  }, [busy, shown]);
  return (
    <Panel title={postbackTexts.test.results.title}>
      <div ref={place} role="status" className="scroll-mt-32 scroll-mb-4">
        {busy ? (
          <p className="flex items-center gap-2 text-muted">
            <Spinner /> {postbackTexts.test.results.waiting}
          </p>
        ) : outcome === null ? (
          <p className="text-muted">{postbackTexts.test.results.nothingSent}</p>
        ) : (
          <TestOutcome outcome={outcome} />
        )}
      </div>
    </Panel>
  );
}

function TestOutcome({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'refused')
    return <Notice tone="bad" title={postbackTexts.test.results.failed} lines={[outcome.text]} />;
  const { statusCode, responseTime, response, error, request } = outcome;
  const good = error === null && statusCode !== null && statusCode >= 200 && statusCode < 300;
  return (
    <div className="flex flex-col gap-3">
      {good ? (
        <Notice
          tone="ok"
          title={postbackTexts.test.results.succeeded}
          lines={[postbackTexts.test.results.taken]}
        />
      ) : (
        <Notice
          tone="bad"
          title={postbackTexts.test.results.failed}
          lines={[error ?? postbackTexts.test.results.answered(statusCode)]}
        />
      )}
      <Facts
        facts={[
          {
            label: postbackTexts.test.results.statusCode,
            value: <HttpStatus log={{ responseStatus: statusCode, reason: error }} />,
          },
          { label: postbackTexts.test.results.responseTime, value: <ResponseTime log={{ responseTime }} /> },
        ]}
      />
      {response !== null && (
        <BodyBlock
          label={good ? postbackTexts.test.results.response : postbackTexts.test.results.errorDetails}
          body={response}
        />
      )}
      <details>
        <summary className="rounded-ui text-sm text-muted">{postbackTexts.test.results.sent}</summary>
        <div className="mt-2">
          <RequestText request={request} />
        </div>
      </details>
    </div>
  );
}
