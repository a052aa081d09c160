import { useEffect } from 'react';
import { errorText } from '../../api/errors.ts';
import { formatTime } from '../../format/date.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import type { ActionName } from '../../keys/keymap.ts';
import { toast } from '../../ui/toast.tsx';
import { useFreeze } from '../commands.ts';
import type { BulkKind, OpenLeadDialog } from '../dialogs/LeadDialogs.tsx';
import type { LeadListInput } from '../queries.ts';
import { leadSelectionTexts } from '../texts/selection.ts';
import { leadWords } from '../texts/words.ts';
import { filtersOf } from './filters.ts';
import { frozenOf } from './selection.ts';
import type { LeadSelection } from './useSelection.ts';

const texts = leadSelectionTexts;

type BulkBarProps = {
  selection: LeadSelection;
  /** The list's query. */
  input: LeadListInput;
  /** The number of matching leads, once they are read. */
  total: number | undefined;
  openDialog: (dialog: OpenLeadDialog) => void;
};

/** The selection and its bulk actions; below the table, so that its appearance moves no row. */
export function BulkBar({ selection, input, total = 0, openDialog }: BulkBarProps) {
  const freeze = useFreeze();
  const { chosen, frozen, value, state } = selection;
  const { reset } = freeze;
  // What the user selects or clears meanwhile is the later wish: an answer to 'select all' that is still to come is dropped.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the selection
  useEffect(() => reset, [state, reset]);
  if (chosen === null) return null;

  function selectAll() {
    const { sortBy, sortOrder } = input;
    freeze.mutate(
      { body: { ...filtersOf(input), sortBy, sortOrder } },
      {
        onSuccess: ({ data }) => selection.selectAll(frozenOf(data, new Date())),
        onError: (error) => toast.error(errorText(error)),
      },
    );
  }

  const button = (
    label: string,
    action: ActionName,
    kind: BulkKind,
    variant: 'secondary' | 'primary' | 'danger',
  ) => (
    <ActionButton
      label={label}
      group={leadWords.leads}
      action={action}
      size="sm"
      variant={variant}
      onClick={() => openDialog({ kind, chosen })}
    />
  );
  return (
    <section
      aria-label={texts.label}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ui border border-primary bg-primary-soft px-3 py-1.5 max-md:sticky max-md:bottom-0 max-md:z-20 max-md:py-3 max-md:shadow-pop"
    >
      <p className="tabular-nums">
        <strong>{texts.count(chosen.count)}</strong>
        {value && <span className="text-muted">{` · ${texts.totalValue} `}</span>}
        {value}
        {frozen && <span className="text-muted">{` · ${texts.frozenAt(formatTime(frozen.at))}`}</span>}
      </p>
      {!frozen && total > chosen.count && (
        <ActionButton
          label={texts.selectAll(total)}
          group={leadWords.leads}
          action="select-all"
          variant="ghost"
          size="sm"
          busy={freeze.isPending}
          onClick={selectAll}
        />
      )}
      <div className="ml-auto flex flex-wrap gap-2">
        <ActionButton
          label={texts.clear}
          group={leadWords.leads}
          action="clear-selection"
          variant="ghost"
          size="sm"
          onClick={selection.clear}
        />
        {button(texts.delete, 'delete-selected', 'bulk-delete', 'secondary')}
        {button(texts.reject, 'reject-selected', 'bulk-reject', 'secondary')}
        {button(texts.approve, 'approve-selected', 'bulk-approve', 'secondary')}
        {button(texts.reassign, 'reassign-selected', 'reassign', 'secondary')}
        {button(texts.updateStatus, 'status-of-selected', 'bulk-status', 'secondary')}
        {button(texts.assign, 'assign-selected', 'bulk-assign', 'primary')}
      </div>
    </section>
  );
}
