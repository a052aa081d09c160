import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useSubmit } from '../../form/useSubmit.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { onCtrlEnter } from '../../ui/onCtrlEnter.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { postbackTexts } from '../texts.ts';
import { RequestPreview } from './RequestPreview.tsx';
import { sendTest } from './sendTest.ts';
import { TestFields } from './TestFields.tsx';
import { type Outcome, TestResult } from './TestResult.tsx';
import { Tips } from './Tips.tsx';
import { checkTest, newTest } from './values.ts';

/** Sends a test event to the partner; shows the request and the response. */
export function PostbackTest({ postback }: { postback: Postback }) {
  const form = useForm({
    defaultValues: newTest(postback.triggerEvents[0] ?? 'new_lead', new Date()),
    resolver: checkTest,
  });
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const { submit, problem, busy } = useSubmit(form, async (body) => {
    setOutcome(null);
    setOutcome({ kind: 'answered', ...(await sendTest(postback, body)) });
  });

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2"
        onSubmit={(event) => void submit(event)}
        onKeyDown={onCtrlEnter(() => void submit())}
      >
        <div className="flex min-w-0 flex-col gap-3">
          <Panel title={postbackTexts.test.postback.title}>
            <Facts
              facts={[
                {
                  label: postbackTexts.test.postback.url,
                  value: <span className="font-mono text-sm break-all">{postback.url}</span>,
                  wide: true,
                },
                { label: postbackTexts.test.postback.method, value: postback.method },
                {
                  label: postbackTexts.test.postback.active,
                  value: (
                    <Badge tone={postback.isActive ? 'ok' : 'neutral'}>
                      {postback.isActive ? postbackTexts.test.postback.yes : postbackTexts.test.postback.no}
                    </Badge>
                  ),
                },
              ]}
            />
          </Panel>
          <TestFields />
          <Tips />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <Panel
            sticky
            title={postbackTexts.test.request.title}
            actions={
              <Tooltip label={postbackTexts.test.request.send} keys="Ctrl Enter">
                <Button type="submit" size="sm" variant="primary" icon={Send} busy={busy}>
                  {postbackTexts.test.request.send}
                </Button>
              </Tooltip>
            }
          >
            <RequestPreview postbackId={postback._id} />
          </Panel>
          <TestResult outcome={problem === null ? outcome : { kind: 'refused', text: problem }} busy={busy} />
        </div>
      </form>
    </FormProvider>
  );
}
