import { type Ability, can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { titleOf } from '../../keys/keymap.ts';
import { uiTexts } from '../texts.ts';
import { Glyph } from './Glyph.tsx';
import { RowLink } from './RowLink.tsx';

type RowActionsProps = {
  /** The name of the row: 'user Rohit Verma'. */
  name: string;
  /** The path of its page; its form is at `/edit` below it. */
  to: string;
  /** The ability to edit and delete it; others see only the link to its page. */
  manage: Ability;
  onDelete: () => void;
  /** Why it cannot be deleted; null when it can. */
  undeletable?: string | null;
};

/** View, edit and delete of a row. Native titles: custom tooltips cost too much in hundreds of rows. */
export function RowActions({ name, to, manage, onDelete, undeletable = null }: RowActionsProps) {
  const manages = can(useCurrentUser(), manage);
  return (
    <span className="-my-1 flex items-center gap-0.5">
      <RowLink
        to={to}
        title={titleOf(uiTexts.table.view, 'open')}
        aria-label={uiTexts.table.viewRow(name)}
        className={look}
      >
        <Glyph shape="view" />
      </RowLink>
      {manages && (
        <>
          <RowLink
            to={`${to}/edit`}
            title={titleOf(uiTexts.table.edit, 'edit')}
            aria-label={uiTexts.table.editRow(name)}
            className={look}
          >
            <Glyph shape="edit" />
          </RowLink>
          <button
            type="button"
            title={undeletable ?? titleOf(uiTexts.table.delete, 'delete')}
            aria-label={uiTexts.table.deleteRow(name)}
            disabled={undeletable !== null}
            onClick={onDelete}
            className={`${look} enabled:hover:bg-bad-soft enabled:hover:text-bad`}
          >
            <Glyph shape="delete" />
          </button>
        </>
      )}
    </span>
  );
}

const look =
  'inline-flex size-7 shrink-0 items-center justify-center rounded-ui text-muted max-md:size-9 ' +
  'not-disabled:hover:bg-line not-disabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-40';
