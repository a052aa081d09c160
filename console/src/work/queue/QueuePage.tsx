import type { Lead } from '@crm/contracts/leads/lead.ts';
import { CircleDot, Coffee, type LucideIcon, PhoneCall, SkipForward } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../api/errors.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { leadWords } from '../../leads/texts/words.ts';
import { dialogOnDemand } from '../../ui/dialogOnDemand.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { onFirstClick } from '../../ui/onFirstClick.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { usePhone } from '../../ui/useMediaQuery.ts';
import { workTexts } from '../texts.ts';
import { History } from './History.tsx';
import { Outcomes } from './Outcomes.tsx';
import { isCallback, type Outcome } from './outcomes.ts';
import { useQueue } from './useQueue.ts';
import { WorkLead } from './WorkLead.tsx';

const StatusDialog = dialogOnDemand(
  async () => (await import('../../leads/dialogs/StatusDialog.tsx')).StatusDialog,
);
const CallbackDialog = dialogOnDemand(async () => (await import('./CallbackDialog.tsx')).CallbackDialog);

/** With its lead: an admin may reassign it while the operator types, and the queue then shows another one. */
type QueueDialog =
  | { kind: 'none' }
  | { kind: 'status'; lead: Lead }
  | { kind: 'callback'; lead: Lead; outcome: Outcome };

const noDialog: QueueDialog = { kind: 'none' };
const group = workTexts.title;

/** An operator's queue: one lead, the outcomes of its call on number keys, and the next lead. */
export function QueuePage() {
  const { query, queue, shown, isTaking, unsent, record, skip, isChangingBreak, setBreak } = useQueue();
  const [dialog, setDialog] = useState(noDialog);
  const close = () => setDialog(noDialog);
  const phone = usePhone();
  // Phones show no icons, so that the buttons fit in one line.
  const icon = (one: LucideIcon) => (phone ? {} : { icon: one });
  const isOnBreak = queue?.isOnBreak ?? false;
  const lead = shown?.lead;
  return (
    <Page>
      <PageHeader
        title={workTexts.title}
        subtitle={queue ? workTexts.counts(queue.counts) : null}
        actions={
          <>
            {lead && (
              <>
                <ActionButton
                  label={leadWords.requestStatus}
                  group={group}
                  action="status"
                  {...icon(CircleDot)}
                  onClick={() => setDialog({ kind: 'status', lead })}
                />
                <ActionButton
                  label={workTexts.skip}
                  group={group}
                  action="skip"
                  {...icon(SkipForward)}
                  onClick={onFirstClick(() => skip(lead))}
                />
              </>
            )}
            {queue && (
              <ActionButton
                label={isOnBreak ? workTexts.endBreak : workTexts.startBreak}
                group={group}
                action="break"
                {...icon(Coffee)}
                variant={isOnBreak ? 'primary' : 'secondary'}
                busy={isChangingBreak}
                onClick={onFirstClick(() => setBreak(!isOnBreak))}
              />
            )}
          </>
        }
      />
      {shown ? (
        <div className="grid items-start gap-3 lg:grid-cols-[1fr_26rem] lg:grid-rows-[auto_1fr]">
          <WorkLead key={shown.lead._id} queued={shown} />
          <div className="min-w-0 lg:row-span-2">
            <Outcomes
              onOutcome={(outcome) =>
                isCallback(outcome)
                  ? setDialog({ kind: 'callback', lead: shown.lead, outcome })
                  : record(shown.lead, outcome)
              }
            />
          </div>
          <History lead={shown.lead} />
        </div>
      ) : (
        <Panel>
          {query.isError && !queue ? (
            <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
          ) : isOnBreak ? (
            <EmptyState icon={Coffee} title={workTexts.onBreak.title} text={workTexts.onBreak.text} />
          ) : queue && !isTaking ? (
            <EmptyState icon={PhoneCall} title={workTexts.empty.title} text={workTexts.empty.text} />
          ) : (
            <SkeletonLines count={5} />
          )}
        </Panel>
      )}
      <Unsent leads={unsent} />
      {dialog.kind === 'status' && <StatusDialog lead={dialog.lead} onClose={close} />}
      {dialog.kind === 'callback' && (
        <CallbackDialog
          lead={dialog.lead}
          onClose={close}
          onPromise={(callbackAt) => record(dialog.lead, dialog.outcome, callbackAt)}
        />
      )}
    </Page>
  );
}

/** Last on the page, and over its end where that is below the screen: it comes by itself and must move no button. */
function Unsent({ leads }: { leads: number }) {
  return (
    <div role="status" className="sticky bottom-0 z-10">
      {leads > 0 && (
        <p className="rounded-ui border border-warn bg-warn-soft px-3 py-1.5 text-sm text-warn">
          {workTexts.unsent(leads)}
        </p>
      )}
    </div>
  );
}
