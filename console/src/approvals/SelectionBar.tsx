import { CheckCheck, type LucideIcon, X } from 'lucide-react';
import { ActionButton } from '../keys/ActionButton.tsx';
import { usePhone } from '../ui/useMediaQuery.ts';
import type { Decision } from './decisions.ts';

type SelectionBarProps = { count: number; onClear: () => void; onDecide: (decision: Decision) => void };

/** The selection and its decisions; below the table, so that its appearance moves no row. */
export function SelectionBar({ count, onClear, onDecide }: SelectionBarProps) {
  const phone = usePhone();
  // Phones show no icons, so that the buttons fit in one line.
  const icon = (one: LucideIcon) => (phone ? {} : { icon: one });
  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 rounded-ui border border-primary bg-primary-soft px-3 py-2 max-md:sticky max-md:bottom-0 max-md:z-20 max-md:shadow-pop"
    >
      <p role="status" className="flex-1 font-medium whitespace-nowrap">
        {count} selected
      </p>
      <ActionButton
        label="Clear Selection"
        group="Approvals"
        action="clear-selection"
        variant="ghost"
        onClick={onClear}
      />
      <ActionButton
        label={`Reject ${count} Selected`}
        group="Approvals"
        action="reject-selected"
        {...icon(X)}
        onClick={() => onDecide('reject')}
      />
      <ActionButton
        label={`Approve ${count} Selected`}
        group="Approvals"
        action="approve-selected"
        variant="primary"
        {...icon(CheckCheck)}
        onClick={() => onDecide('approve')}
      />
    </section>
  );
}
