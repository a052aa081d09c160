import type { ReactNode } from 'react';
import { onCtrlEnter } from '../keys/onCtrlEnter.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';

type PanelFormProps = {
  title: string;
  submitLabel: string;
  busy: boolean;
  disabled: boolean;
  /** An error that belongs to no field. */
  problem: string | null;
  onSubmit: () => Promise<void>;
  children: ReactNode;
};

/** A panel with its own submit button. */
export function PanelForm({
  title,
  submitLabel,
  busy,
  disabled,
  problem,
  onSubmit,
  children,
}: PanelFormProps) {
  return (
    <Panel title={title}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
        onKeyDown={onCtrlEnter(() => !disabled && !busy && void onSubmit())}
      >
        {children}
        {problem && <Alert tone="bad" text={problem} />}
        <div className="flex justify-end">
          <Tooltip label={submitLabel} keys="Ctrl Enter">
            <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
              {submitLabel}
            </Button>
          </Tooltip>
        </div>
      </form>
    </Panel>
  );
}
