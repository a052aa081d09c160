import type { Lead } from '@crm/contracts/leads/lead.ts';
import clsx from 'clsx';
import { titleOf } from '../../../keys/keymap.ts';
import { Glyph } from '../../../ui/table/Glyph.tsx';
import { leadListTexts } from '../../texts/list.ts';
import { leadWords } from '../../texts/words.ts';
import type { RowActions } from '../rowActions.ts';
import { CommentLine } from './CommentLine.tsx';
import { OlderComments } from './OlderComments.tsx';

const texts = leadListTexts.cells.comments;

type CommentsCellProps = { lead: Lead; dense: boolean; actions: RowActions };

/** The latest comment, older ones on request, and a button to add one. */
export function CommentsCell({ lead, dense, actions }: CommentsCellProps) {
  const latest = lead.comments[0];
  const older = lead.commentCount - 1;
  const open = actions.expanded.has(lead._id);
  const olderLabel = (open ? texts.hideOlderOf : texts.showOlderOf)(older, lead.orderId);
  if (lead.erasedAt !== null && lead.commentCount > 0)
    return <span className="text-muted">{texts.erased}</span>;
  return (
    <div className="flex flex-col gap-1">
      <div
        className={clsx(
          'flex gap-1',
          latest && !dense ? 'items-start' : 'items-center',
          !latest && !dense && 'md:flex-col md:items-start',
        )}
      >
        <div className="min-w-0 flex-1">
          {latest ? (
            <CommentLine comment={latest} dense={dense} />
          ) : (
            <span className="text-muted">{leadWords.noComments}</span>
          )}
        </div>
        {older > 0 && dense && (
          <button
            type="button"
            aria-expanded={open}
            aria-label={olderLabel}
            onClick={() => actions.toggleComments(lead)}
            className="shrink-0 rounded-ui px-1 text-xs text-primary-text hover:underline"
          >
            {open ? '−' : '+'}
            {older}
          </button>
        )}
        {actions.status(lead) !== 'none' && (
          <AddCommentButton lead={lead} actions={actions} worded={!latest && !dense} />
        )}
      </div>
      {older > 0 && !dense && (
        <button
          type="button"
          aria-expanded={open}
          aria-label={olderLabel}
          onClick={() => actions.toggleComments(lead)}
          className="self-start rounded-ui text-xs text-primary-text hover:underline max-md:py-2"
        >
          {open ? texts.hideOlder(older) : texts.showOlder(older)}
        </button>
      )}
      {open && <OlderComments lead={lead} />}
    </div>
  );
}

type AddCommentButtonProps = { lead: Lead; actions: RowActions; worded: boolean };

export function AddCommentButton({ lead, actions, worded }: AddCommentButtonProps) {
  return (
    <button
      type="button"
      title={titleOf(leadWords.addComment, 'comment')}
      aria-label={texts.addTo(lead.orderId)}
      onClick={() => actions.openDialog({ kind: 'comment', lead })}
      className={clsx(
        'inline-flex h-6 shrink-0 items-center gap-1 rounded-ui px-1 text-xs text-muted hover:bg-line hover:text-ink max-md:h-9',
        // Its icon is in line with the text above it.
        worded && 'md:-ml-1',
      )}
    >
      <Glyph shape="comment" />
      {worded && leadWords.addComment}
    </button>
  );
}
