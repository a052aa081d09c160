import { CheckCheck } from 'lucide-react';
import { ActionButton } from '../keys/ActionButton.tsx';
import { Button } from '../ui/Button.tsx';

type SelectionBarProps = { count: number; onClear: () => void; onApprove: () => void };

export function SelectionBar({ count, onClear, onApprove }: SelectionBarProps) {
  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 rounded-ui border bg-primary-soft px-3 py-2"
    >
      <p role="status" className="flex-1 font-medium whitespace-nowrap">
        {count} selected
      </p>
      <Button onClick={onClear}>Clear Selection</Button>
      <ActionButton
        label={`Approve ${count} Selected`}
        group="Approvals"
        action="approve-selected"
        variant="primary"
        icon={CheckCheck}
        onClick={onApprove}
      />
    </section>
  );
}
