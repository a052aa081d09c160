import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Tooltip } from './Tooltip.tsx';

type FormFooterProps = {
  submitLabel: string;
  busy: boolean;
  onCancel: () => void;
  /** Errors to read before the next attempt. */
  children?: ReactNode;
};

/** The bottom of a page's form, always visible: errors, Cancel, submit. */
export function FormFooter({ submitLabel, busy, onCancel, children }: FormFooterProps) {
  return (
    <div className="sticky -bottom-3 -mx-3 -mb-3 flex flex-col gap-2 border-t bg-canvas px-3 py-3 md:-bottom-5 md:-mx-5 md:-mb-5 md:px-5">
      {children}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Tooltip label={submitLabel} keys="Ctrl Enter">
          <Button type="submit" variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        </Tooltip>
      </div>
    </div>
  );
}
