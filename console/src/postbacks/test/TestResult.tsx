import type { Answered } from '@crm/contracts/endpoint.ts';
import type { testPostback } from '@crm/contracts/postbacks/test.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { BodyBlock, RequestText } from '../Exchange.tsx';
import { HttpStatus, ResponseTime } from '../logs/columns.tsx';
import { Notice } from '../Notice.tsx';

export type Outcome =
  | ({ kind: 'answered' } & Answered<typeof testPostback>)
  /** Our own server refused to send it. */
  | { kind: 'refused'; text: string };

/** The partner's response; a status of 400 and above is shown as a failure with the response as details. */
export function TestResult({ outcome, busy }: { outcome: Outcome | null; busy: boolean }) {
  return (
    <Panel title="Results">
      <div role="status">
        {busy ? (
          <p className="flex items-center gap-2 text-muted">
            <Spinner /> Waiting for the partner’s answer…
          </p>
        ) : outcome === null ? (
          <p className="text-muted">Nothing was sent yet. Look at the request, then send it.</p>
        ) : (
          <TestOutcome outcome={outcome} />
        )}
      </div>
    </Panel>
  );
}

function TestOutcome({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'refused') return <Notice tone="bad" title="Test failed" lines={[outcome.text]} />;
  const { statusCode, responseTime, response, error, request } = outcome;
  const good = error === null && statusCode !== null && statusCode >= 200 && statusCode < 300;
  return (
    <div className="flex flex-col gap-3">
      {good ? (
        <Notice tone="ok" title="Test succeeded" lines={['The partner took the request.']} />
      ) : (
        <Notice
          tone="bad"
          title="Test failed"
          lines={[error ?? `The partner answered ${statusCode ?? 'nothing'}.`]}
        />
      )}
      <Facts
        facts={[
          { label: 'Status code', value: <HttpStatus log={{ responseStatus: statusCode, reason: error }} /> },
          { label: 'Response time', value: <ResponseTime log={{ responseTime }} /> },
        ]}
      />
      {response !== null && <BodyBlock label={good ? 'Response' : 'Error details'} body={response} />}
      <details>
        <summary className="rounded-ui text-sm text-muted">Request as it was sent</summary>
        <div className="mt-2">
          <RequestText request={request} />
        </div>
      </details>
    </div>
  );
}
