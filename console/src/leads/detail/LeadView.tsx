import type { Lead, TimelineEntry } from '@crm/contracts/leads/lead.ts';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { Deciding } from '../../approvals/decisions.ts';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { useAction } from '../../keys/registry.ts';
import { PageTabs } from '../../pages/PageTabs.tsx';
import { dialogOnDemand } from '../../ui/dialogOnDemand.tsx';
import { Page } from '../../ui/Page.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { useAfterFirstRender } from '../../ui/useAfterFirstRender.ts';
import { useWide } from '../../ui/useMediaQuery.ts';
import { useTitle } from '../../ui/useTitle.ts';
import { oneOf, wholeOrNone } from '../../url/fields.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { mayWorkOn } from '../abilities.ts';
import { leadDetailTexts } from '../texts/detail.tsx';
import { leadWords } from '../texts/words.ts';
import { Activity } from './Activity.tsx';
import { useCommentForm } from './CommentBox.tsx';
import { ErasedBanner } from './ErasedBanner.tsx';
import { LeadDetails } from './LeadDetails.tsx';
import { LeadHeader } from './LeadHeader.tsx';
import { LeadSummary } from './LeadSummary.tsx';
import { PendingBanner } from './PendingBanner.tsx';
import { RejectedBanner } from './RejectedBanner.tsx';
import { useNeighbours } from './useNeighbours.ts';

const DecideDialog = dialogOnDemand(
  async () => (await import('../../approvals/DecideDialog.tsx')).DecideDialog,
);
const AssignDialog = dialogOnDemand(async () => (await import('../dialogs/AssignDialog.tsx')).AssignDialog);
const CommentDialog = dialogOnDemand(
  async () => (await import('../dialogs/CommentDialog.tsx')).CommentDialog,
);
const EraseDialog = dialogOnDemand(async () => (await import('../dialogs/EraseDialog.tsx')).EraseDialog);
const StatusDialog = dialogOnDemand(async () => (await import('../dialogs/StatusDialog.tsx')).StatusDialog);

const viewUrl = {
  tab: oneOf(['details', 'activity', 'history'], 'details'),
  /** The event whose state Time Travel shows. */
  at: wholeOrNone,
  show: oneOf(['all', 'comments'], 'all'),
};

// Most visits of a lead do not look back.
const TimeTravel = lazy(async () => ({ default: (await import('./history/TimeTravel.tsx')).TimeTravel }));

type LeadViewDialog =
  | { kind: 'none' | 'status' | 'assign' | 'comment' | 'erase' }
  | ({ kind: 'decide' } & Deciding);

// Changing tabs replaces the history entry, so that Back leaves the page. At once, because the comment box moves with
// the tab: the next click must not hit the box that disappears.
const replace = { replace: true, flushSync: true };

const noDialog: LeadViewDialog = { kind: 'none' };

export function LeadView({ lead, timeline }: { lead: Lead; timeline: readonly TimelineEntry[] | null }) {
  useTitle(`${lead.orderId} · ${lead.fullName}`);
  const user = useCurrentUser();
  const [url, setUrl] = useUrlState(viewUrl);
  const [dialog, setDialog] = useState(noDialog);
  const comment = useCommentForm();
  const neighbours = useNeighbours(lead._id);
  const wide = useWide();
  // The second column is a task of its own.
  const isMounted = useAfterFirstRender();
  const close = useCallback(() => setDialog(noDialog), []);

  const works = mayWorkOn(user, lead);
  useAction(
    works
      ? {
          label: leadWords.addComment,
          group: leadWords.lead,
          action: 'comment',
          run: () => setDialog({ kind: 'comment' }),
        }
      : null,
  );

  const pending = lead.pendingStatusChange;
  const decide = (decision: Deciding['decision']) => {
    if (pending) setDialog({ kind: 'decide', decision, request: { ...lead, pendingStatusChange: pending } });
  };

  const activity = (
    <Activity
      lead={lead}
      timeline={timeline}
      show={url.show}
      onShow={(show) => setUrl({ show }, replace)}
      comment={works ? comment : null}
      onStructured={() => setDialog({ kind: 'comment' })}
    />
  );

  return (
    <Page>
      <LeadHeader
        lead={lead}
        neighbours={neighbours}
        onStatus={() => setDialog({ kind: 'status' })}
        onAssign={() => setDialog({ kind: 'assign' })}
        onErase={() => setDialog({ kind: 'erase' })}
      />
      {pending && (
        <PendingBanner
          lead={lead}
          pending={pending}
          onDecide={can(user, 'decide-requests') ? decide : null}
        />
      )}
      {lead.erasedAt && <ErasedBanner erasedAt={lead.erasedAt} />}
      {lead.rejectedStatusChange && <RejectedBanner rejected={lead.rejectedStatusChange} />}
      <LeadSummary lead={lead} />
      <PageTabs
        group={leadWords.lead}
        value={url.tab}
        onChange={(tab) => setUrl({ tab }, replace)}
        tabs={[
          {
            value: 'details',
            label: leadDetailTexts.tabs.details,
            content: (
              <div className="grid items-start gap-3 xl:grid-cols-[1fr_28rem]">
                <LeadDetails lead={lead} />
                {wide && isMounted && activity}
              </div>
            ),
          },
          { value: 'activity', label: leadDetailTexts.tabs.activity, content: activity },
          {
            value: 'history',
            label: leadDetailTexts.tabs.history,
            content: (
              <Suspense fallback={<SkeletonLines count={3} />}>
                <TimeTravel
                  lead={lead}
                  timeline={timeline}
                  revision={url.at < 0 ? null : url.at}
                  onRevision={(revision) => setUrl({ at: revision ?? -1 }, replace)}
                  mayRestore={works}
                />
              </Suspense>
            ),
          },
        ]}
      />
      <LeadDialog dialog={dialog} lead={lead} onClose={close} />
    </Page>
  );
}

function LeadDialog({ dialog, lead, onClose }: { dialog: LeadViewDialog; lead: Lead; onClose: () => void }) {
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'status':
      return <StatusDialog lead={lead} onClose={onClose} />;
    case 'assign':
      return <AssignDialog lead={lead} onClose={onClose} />;
    case 'comment':
      return <CommentDialog lead={lead} onClose={onClose} />;
    case 'erase':
      return <EraseDialog lead={lead} onClose={onClose} />;
    case 'decide':
      return <DecideDialog decision={dialog.decision} request={dialog.request} onClose={onClose} />;
    default:
      return dialog satisfies never;
  }
}
