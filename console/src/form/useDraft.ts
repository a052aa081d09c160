import { type ChangeEvent, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { CurrentUserContext } from '../auth/currentUser.ts';
import { changed } from './changed.ts';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';

/**
 * Keeps what is typed into a form until it is sent or cancelled: over Escape, a click outside, and a reload. Keeps only the
 * fields that the user changed: the others may have other values when the form is opened again. Forms with a password
 * keep nothing.
 * @param name the dialog and its entity: 'comment 7f6c…'; undefined keeps nothing
 * @returns `restored`: an earlier draft fills the form; `onChange`: for the form element; `clear`: after sending
 */
export function useDraft<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  name: string | undefined,
) {
  const user = useContext(CurrentUserContext)?._id;
  const [restored, setRestored] = useState(false);
  // Choices alone are no draft: only typed text is work to lose.
  const typed = useRef(false);

  // Before the first paint, so that the fields do not change before the user's eyes.
  useLayoutEffect(() => {
    const draft = user !== undefined && name !== undefined && readDraft(user, name);
    if (!draft) return;
    fill(form, draft);
    typed.current = true;
    setRestored(true);
  }, [user, name, form]);

  function clear() {
    typed.current = false;
    setRestored(false);
    if (user !== undefined && name !== undefined) dropDraft(user, name);
  }

  return {
    restored,
    clear,
    discard() {
      form.reset();
      clear();
    },
    onChange({ target, currentTarget }: ChangeEvent<HTMLFormElement>) {
      if (user === undefined || name === undefined) return;
      if (currentTarget.querySelector('input[type=password]')) return;
      typed.current ||= target.matches('textarea, input:not([type=checkbox], [type=radio])');
      if (!typed.current) return;
      const changes = changed<FieldValues>(form.formState.defaultValues ?? {}, form.getValues());
      if (Object.keys(changes).length > 0) keepDraft(user, name, changes);
      else dropDraft(user, name);
    },
  };
}

/** Sets the fields that the form still has, with values of the same type. */
function fill<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  draft: Record<string, unknown>,
): void {
  const values: Record<string, unknown> = form.getValues();
  for (const [field, value] of Object.entries(draft)) {
    if (!(field in values) || typeof value !== typeof values[field]) continue;
    // A name among the form's values, with a value of its type.
    form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
  }
}
