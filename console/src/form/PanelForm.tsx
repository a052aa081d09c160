import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { onCtrlEnter } from '../ui/onCtrlEnter.ts';
import { Panel } from '../ui/Panel.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useSubmit } from './useSubmit.ts';

type PanelFormProps<Values extends FieldValues, Body> = {
  title: string;
  /** Its resolver validates with the contract's schema (checkedBy). */
  form: UseFormReturn<Values, unknown, Body>;
  submitLabel: string;
  disabled?: boolean;
  /** Sends the body; throws the refusal. */
  save: (body: Body) => Promise<unknown>;
  /** The text for a failure without a server message. */
  failure: string;
  children: ReactNode;
};

/** A panel with a form of its own. */
export function PanelForm<Values extends FieldValues, Body>(props: PanelFormProps<Values, Body>) {
  const { title, form, submitLabel, disabled = false, children } = props;
  const { submit, problem, busy } = useSubmit(form, props.save, props.failure);
  return (
    <Panel title={title}>
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => void submit(event)}
        onKeyDown={onCtrlEnter(() => !disabled && void submit())}
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
