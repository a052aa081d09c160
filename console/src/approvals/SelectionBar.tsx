import { MOST_REQUESTS_NAMED } from '@crm/contracts/approvals/approvals.ts';
import { CheckCheck, type LucideIcon, X } from 'lucide-react';
import { ActionButton } from '../keys/ActionButton.tsx';
import { Button } from '../ui/Button.tsx';
import { usePhone } from '../ui/useMediaQuery.ts';
import type { Decision } from './decisions.ts';
import { approvalTexts } from './texts.ts';
import type { SelectedRequests } from './useSelectedRequests.ts';

const texts = approvalTexts.selection;

type SelectionBarProps = {
  selection: SelectedRequests;
  /** The number of requests that match the list's filters. */
  total: number;
  onDecide: (decision: Decision) => void;
};

/** On a phone, the buttons below it then fit in one line. */
const ownLine = 'max-md:order-first max-md:basis-full';

/** The selection and its decisions; below the table, so that its appearance moves no row. */
export function SelectionBar({ selection, total, onDecide }: SelectionBarProps) {
  const { rows, reading } = selection;
  const phone = usePhone();
  const most = Math.min(total, MOST_REQUESTS_NAMED);
  // Phones show no icons, so that the buttons fit in one line.
  const icon = (one: LucideIcon) => (phone ? {} : { icon: one });
  return (
    <section
      aria-label={texts.label}
      className="flex flex-wrap items-center gap-2 rounded-ui border border-primary bg-primary-soft px-3 py-2 max-md:sticky max-md:bottom-0 max-md:z-20 max-md:shadow-pop"
    >
      <p role="status" className="flex-1 font-medium whitespace-nowrap">
        {texts.selected(rows.length)}
      </p>
      {reading !== null ? (
        <span className={`flex items-center gap-2 ${ownLine}`}>
          {texts.reading(reading, most)}
          <Button variant="ghost" onClick={selection.stopReading}>
            {texts.stopReading}
          </Button>
        </span>
      ) : (
        rows.length < most && (
          <ActionButton
            label={total > most ? texts.selectFirst(most, total) : texts.selectAll(most)}
            group={approvalTexts.page.title}
            action="select-all"
            variant="ghost"
            className={ownLine}
            onClick={selection.selectAll}
          />
        )
      )}
      <ActionButton
        label={texts.clear}
        group={approvalTexts.page.title}
        action="clear-selection"
        variant="ghost"
        onClick={selection.clear}
      />
      <ActionButton
        label={approvalTexts.reject.selected(rows.length)}
        group={approvalTexts.page.title}
        action="reject-selected"
        {...icon(X)}
        onClick={() => onDecide('reject')}
      />
      <ActionButton
        label={approvalTexts.approve.selected(rows.length)}
        group={approvalTexts.page.title}
        action="approve-selected"
        variant="primary"
        {...icon(CheckCheck)}
        onClick={() => onDecide('approve')}
      />
    </section>
  );
}
