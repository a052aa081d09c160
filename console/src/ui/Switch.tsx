import { cn } from './cn.ts';
import { onFirstClick } from './onFirstClick.ts';

type SwitchProps = {
  /** The accessible name of the setting. */
  label: string;
  checked: boolean;
  busy?: boolean;
  onChange: (checked: boolean) => void;
};

/** An on/off control that applies at once, without a submit. */
export function Switch({ label, checked, busy = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      title={label}
      // Not `disabled`, which would take the focus away from the user who just pressed it.
      aria-busy={busy || undefined}
      onClick={onFirstClick(() => !busy && onChange(!checked))}
      className={cn(
        'inline-flex h-5 w-9 shrink-0 items-center rounded-full border p-0.5 transition-colors aria-busy:opacity-55 max-md:h-6 max-md:w-11',
        checked ? 'border-primary bg-primary' : 'border-line-strong bg-sunken',
      )}
    >
      <span
        className={cn(
          'size-3.5 rounded-full transition-transform max-md:size-4.5',
          checked ? 'translate-x-4 bg-on-primary max-md:translate-x-5' : 'bg-line-strong',
        )}
      />
    </button>
  );
}
