import type { ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { useDialogBusy } from '../ui/Dialog.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { formTexts } from './texts.ts';
import { useDraft } from './useDraft.ts';
import { useSubmit } from './useSubmit.ts';

type DialogFormProps<Values extends FieldValues, Body> = {
  /** Its resolver validates with the contract's schema (checkedBy). */
  form: UseFormReturn<Values, unknown, Body>;
  submitLabel: string;
  /** The label while the body is being sent; default: the same. */
  busyLabel?: string;
  danger?: boolean;
  /** A required value is missing, or nothing has changed. */
  disabled?: boolean;
  /** Sends the body; throws the refusal. */
  save: (body: Body) => Promise<unknown>;
  /** The text for a failure without a server message. */
  failure?: string;
  /**
   * The dialog and its entity, 'comment 7f6c…', or its selection (nameOfMany): text that was typed and not sent comes back. Without
   * it, nothing does: where only choices, numbers or one short name are entered.
   */
  draft?: string;
  /** A conflict to resolve before the form is sent, in place of the error of a failed attempt. */
  conflict?: ReactNode;
  /** Closing the dialog stops the request; other dialogs stay while theirs runs. */
  stoppable?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** The form of a dialog: its fields, the error that belongs to no field, Cancel and submit. */
export function DialogForm<Values extends FieldValues, Body>(props: DialogFormProps<Values, Body>) {
  const {
    form,
    submitLabel,
    busyLabel = submitLabel,
    danger = false,
    disabled = false,
    stoppable = false,
    conflict,
    onClose,
    children,
  } = props;
  const draft = useDraft(form, props.draft);
  async function save(body: Body) {
    await props.save(body);
    draft.clear();
  }
  const { submit, problem, dismiss, busy } = useSubmit(form, save, props.failure);
  const stays = busy && !stoppable;
  useDialogBusy(stays);
  function cancel() {
    draft.clear();
    onClose();
  }
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onChange={draft.onChange}
        onSubmit={(event) => void submit(event)}
      >
        {children}
        {draft.restored && <RestoredDraft onDiscard={draft.discard} />}
        <DialogActions>
          {/* Beside the buttons, which stay visible. */}
          {conflict ? (
            <div className="basis-full">{conflict}</div>
          ) : (
            problem && <Alert tone="bad" text={problem} onDismiss={dismiss} className="basis-full" />
          )}
          <Button disabled={stays} onClick={cancel}>
            {formTexts.cancel}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            disabled={disabled || Boolean(conflict)}
            busy={busy}
            title="Ctrl Enter"
          >
            {busy ? busyLabel : submitLabel}
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  );
}

/**
 * Says that the fields hold an earlier draft. Shown above them, because the end of a long form may be out of sight; after them in
 * the DOM, so that the focus starts in a field and not on Discard.
 */
function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p
      role="status"
      className="order-first flex items-center justify-between gap-3 rounded-ui bg-sunken px-3 py-1 text-sm"
    >
      <span className="text-muted">{formTexts.draft.restored}</span>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        {formTexts.draft.discard}
      </Button>
    </p>
  );
}
