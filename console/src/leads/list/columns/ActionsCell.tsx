import type { Lead } from '@crm/contracts/leads/lead.ts';
import { titleOf } from '../../../keys/keymap.ts';
import { paths } from '../../../paths.ts';
import { Glyph } from '../../../ui/table/Glyph.tsx';
import { RowLink } from '../../../ui/table/RowLink.tsx';
import { leadListTexts } from '../../texts/list.ts';
import type { RowActions } from '../rowActions.ts';

const texts = leadListTexts.cells.actions;

/** View; for admins also edit, except of an erased lead, and delete. */
export function ActionsCell({ lead, actions }: { lead: Lead; actions: RowActions }) {
  const { orderId } = lead;
  return (
    <span className="flex items-center gap-0.5">
      <RowLink
        to={paths.leads.one(lead._id)}
        title={titleOf(texts.view, 'open')}
        aria-label={texts.viewOrder(orderId)}
        className={look()}
      >
        <Glyph shape="view" />
      </RowLink>
      {actions.manages && (
        <>
          {actions.status(lead) === 'set' && (
            <RowLink
              to={paths.leads.edit(lead._id)}
              title={titleOf(texts.edit, 'edit')}
              aria-label={texts.editOrder(orderId)}
              className={look()}
            >
              <Glyph shape="edit" />
            </RowLink>
          )}
          <button
            type="button"
            title={titleOf(texts.delete, 'delete')}
            aria-label={texts.deleteOrder(orderId)}
            onClick={() => actions.openDialog({ kind: 'delete', lead })}
            className={look('hover:bg-bad-soft hover:text-bad')}
          >
            <Glyph shape="delete" />
          </button>
        </>
      )}
    </span>
  );
}

// Native titles, not IconButton: its tooltips cost too much in hundreds of rows.
const look = (hover = 'hover:bg-line hover:text-ink') =>
  `inline-flex size-7 shrink-0 items-center justify-center rounded-ui text-muted max-md:size-9 ${hover}`;
