import { Braces } from 'lucide-react';
import { useState } from 'react';
import { onDemand, usePopup } from '../../ui/onDemand.ts';
import { postbackTexts } from '../texts.ts';

const code = onDemand(() => import('./PlaceholderPopup.tsx'));

type PlaceholderPickerProps = {
  /** The label of the target field: 'URL'. */
  into: string;
  onPick: (name: string) => void;
  /** Moves the focus back after closing. */
  onClosed?: () => void;
};

/** The available placeholders, each with its value for the latest real lead. Until it first opens, only its button is rendered. */
export function PlaceholderPicker({ into, onPick, onClosed }: PlaceholderPickerProps) {
  const [open, setOpen] = useState(false);
  const popup = usePopup(code, open);
  const label = postbackTexts.form.placeholders.insert(into);
  const trigger = (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      aria-expanded={open}
      // Once its popup is there, the popup opens it.
      {...(!popup && { onClick: () => setOpen(true) })}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-ui border border-line-strong/60 bg-surface text-muted hover:bg-sunken hover:text-ink max-md:size-11"
    >
      <Braces aria-hidden className="size-4" />
    </button>
  );
  if (!popup) return trigger;
  return (
    <popup.PlaceholderPopup
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
      onPick={onPick}
      onClosed={onClosed}
    />
  );
}
