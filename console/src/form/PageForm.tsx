import { type ReactNode, type SyntheticEvent, useContext } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { onCtrlEnter } from '../ui/onCtrlEnter.ts';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useIsHere } from '../url/useIsHere.ts';
import { useUnsavedGuard } from '../url/useUnsavedGuard.tsx';
import { CannotSaveContext } from './cannotSave.ts';
import { formTexts } from './texts.ts';
import { useSubmit } from './useSubmit.ts';

type PageFormProps<Values extends FieldValues, Body> = {
  /** Its resolver validates with the contract's schema (checkedBy). */
  form: UseFormReturn<Values, unknown, Body>;
  submitLabel: string;
  /** Runs before the values are validated. */
  prepare?: () => void;
  /**
   * Saves and returns the navigation to run next, unless the user has left the page meanwhile, or null when the user must
   * decide first; throws the refusal.
   */
  save: (body: Body) => Promise<(() => void) | null>;
  /** Replaces every error that belongs to no field. */
  failure?: string;
  /** Shown above the buttons. */
  warning?: ReactNode;
  /** A conflict to resolve before the form is saved, in place of the error of a failed save. */
  conflict?: ReactNode;
  onLeaveField?: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** The form of a page. Asks before unsaved changes are lost; its buttons are always visible. */
export function PageForm<Values extends FieldValues, Body>(props: PageFormProps<Values, Body>) {
  const { form, submitLabel, save, onCancel, children } = props;
  const guard = useUnsavedGuard(form.formState.isDirty);
  const isHere = useIsHere();
  const cannotSave = useContext(CannotSaveContext);
  const block = cannotSave === null ? props.conflict : <Alert tone="bad" text={cannotSave} />;
  const { submit, problem, busy } = useSubmit(form, async (body) => {
    const leave = await save(body);
    // A user who left while the request ran stays on the page that they opened.
    if (leave === null || !isHere()) return;
    guard.release();
    leave();
  });
  function send(event?: SyntheticEvent) {
    event?.preventDefault();
    if (block) return;
    props.prepare?.();
    void submit();
  }
  const error = problem && <Alert tone="bad" text={props.failure ?? problem} />;
  return (
    <FormProvider {...form}>
      <form
        ref={focusFirstField}
        noValidate
        className="flex flex-col gap-3"
        onBlur={props.onLeaveField}
        onSubmit={send}
        onKeyDown={onCtrlEnter(send)}
      >
        {children}
        <div className="sticky -bottom-3 -mx-3 -mb-3 flex flex-col gap-2 border-t bg-canvas px-3 py-3 md:-bottom-5 md:-mx-5 md:-mb-5 md:px-5">
          {props.warning}
          {block || error}
          <div className="flex justify-end gap-2">
            <Button onClick={onCancel}>{formTexts.cancel}</Button>
            <Tooltip label={submitLabel} keys="Ctrl Enter">
              <Button type="submit" variant="primary" busy={busy} unavailable={Boolean(block)}>
                {submitLabel}
              </Button>
            </Tooltip>
          </div>
        </div>
      </form>
      {guard.dialog}
    </FormProvider>
  );
}

/** A form opens with the focus in its first field that can be edited. */
function focusFirstField(form: HTMLFormElement | null): void {
  if (!form || form.contains(document.activeElement)) return;
  editableFields(form)[0]?.focus();
}

/** The fields of a form that can be edited, from top to bottom. */
export function editableFields(form: HTMLFormElement) {
  return [
    ...form.querySelectorAll<HTMLInputElement>(':is(input, select, textarea):not(:disabled, [readonly])'),
  ];
}
