import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { DialogActions } from '../ui/Dialog.tsx';
import { useSubmit } from './useSubmit.ts';

type DialogFormProps<Values extends FieldValues, Body> = {
  /** Its resolver validates with the contract's schema (checkedBy). */
  form: UseFormReturn<Values, unknown, Body>;
  submitLabel: string;
  danger?: boolean;
  /** A required value is missing, or nothing has changed. */
  disabled?: boolean;
  /** Sends the body; throws the refusal. */
  save: (body: Body) => Promise<unknown>;
  /** The text for a failure without a server message. */
  failure?: string;
  onClose: () => void;
  children: ReactNode;
};

/** The form of a dialog: its fields, the error that belongs to no field, Cancel and submit. */
export function DialogForm<Values extends FieldValues, Body>(props: DialogFormProps<Values, Body>) {
  const { form, submitLabel, danger = false, disabled = false, onClose, children } = props;
  const { submit, problem, busy } = useSubmit(form, props.save, props.failure);
  return (
    <FormProvider {...form}>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {children}
        {problem && <Alert tone="bad" text={problem} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            disabled={disabled}
            busy={busy}
            title="Ctrl Enter"
          >
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  );
}
