import type { Lead, TimelineEntry } from '@crm/contracts/leads/lead.ts';
import { MessageSquare } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { NewRows } from '../../ui/table/NewRows.tsx';
import { useHeldRows } from '../../ui/table/useHeldRows.ts';
import { useScrolledAway } from '../../ui/table/useScrolledAway.ts';
import { leadDetailTexts } from '../texts/detail.tsx';
import { CommentBox, type CommentForm } from './CommentBox.tsx';
import { TimelineItem } from './TimelineItem.tsx';
import { type Shown, timelineOf } from './timeline.ts';

const texts = leadDetailTexts.timeline;

type ActivityProps = {
  lead: Lead;
  /** Null while it loads. */
  timeline: readonly TimelineEntry[] | null;
  show: Shown;
  onShow: (show: Shown) => void;
  /** Null for users who may only read the lead. */
  comment: CommentForm | null;
  onStructured: () => void;
};

const idOf = (entry: TimelineEntry) => entry._id;

/** The Activity tab: the comment box and the timeline, newest first, updated live. */
export function Activity({ lead, timeline, show, onShow, ...box }: ActivityProps) {
  const top = useScrolledAway();
  const fresh = timelineOf(timeline ?? [], show);
  const { rows, waiting, showAll } = useHeldRows(
    `${lead._id} ${show} ${timeline === null}`,
    fresh,
    idOf,
    top.away,
  );

  return (
    <div className="flex flex-col gap-3">
      {box.comment && <CommentBox leadId={lead._id} form={box.comment} onStructured={box.onStructured} />}
      <div className="relative">
        <span ref={top.ref} aria-hidden className="absolute top-0 left-0 h-px w-px" />
        {waiting > 0 && (
          <NewRows
            text={texts.newEntries(waiting)}
            onShow={() => {
              showAll();
              top.mark.current?.scrollIntoView({ block: 'center' });
            }}
          />
        )}
        <Panel
          title={timeline ? texts.titleCount(fresh.length) : texts.title}
          actions={
            <Segmented
              label={texts.show}
              value={show}
              onChange={onShow}
              options={[
                { value: 'all', label: texts.all },
                { value: 'comments', label: texts.comments },
              ]}
            />
          }
        >
          {timeline === null ? (
            <SkeletonLines count={3} />
          ) : rows.length === 0 ? (
            <EmptyState icon={MessageSquare} title={box.comment ? texts.emptyAdd : texts.empty} />
          ) : (
            <ol aria-label={texts.title} className="flex flex-col">
              {rows.map((entry) => (
                <TimelineItem key={entry._id} entry={entry} />
              ))}
            </ol>
          )}
        </Panel>
      </div>
    </div>
  );
}
