import type { Lead } from '@crm/contracts/leads/lead.ts';
import { isCall } from '@crm/events/leads/connection.ts';
import { lastCallText } from '../../../approvals/lastCall.ts';
import { leadListTexts } from '../../texts/list.ts';
import { leadWords } from '../../texts/words.ts';
import type { RowActions } from '../rowActions.ts';
import { CommentLine } from './CommentLine.tsx';
import { AddCommentButton } from './CommentsCell.tsx';

type OutcomeCellProps = { lead: Lead; dense: boolean; actions: RowActions };

/** The outcome of the last call, and a button to add the next one. */
export function OutcomeCell({ lead, dense, actions }: OutcomeCellProps) {
  return (
    <div className={dense ? 'flex items-center gap-1' : 'flex items-start gap-1'}>
      <div className="min-w-0 flex-1">
        <Outcome lead={lead} dense={dense} />
      </div>
      {actions.status(lead) !== 'none' && <AddCommentButton lead={lead} actions={actions} worded={false} />}
    </div>
  );
}

function Outcome({ lead, dense }: Pick<OutcomeCellProps, 'lead' | 'dense'>) {
  const call = lead.comments.find(({ content }) => isCall(content));
  if (call) return <CommentLine comment={call} dense={dense} />;
  // The call is older than the comments of the list.
  const outcome = lastCallText(lead.lastCall);
  if (outcome !== null) return <span dir="auto">{outcome}</span>;
  return (
    <span className="text-muted">
      {lead.commentCount === 0 ? leadWords.noComments : leadListTexts.cells.notCalledYet}
    </span>
  );
}
