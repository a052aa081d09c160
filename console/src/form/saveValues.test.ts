import { createFormControl } from 'react-hook-form';
import { expect, test } from 'vitest';
import { saveValues } from './saveValues.ts';

function formOf(name: string) {
  // As the forms of settings: what other users change appears in the fields that this one has not edited.
  const resetOptions = { keepDirtyValues: true, keepDirty: true };
  const form = createFormControl({ defaultValues: { name }, resetOptions });
  let isDirty = false;
  form.subscribe({
    formState: { isDirty: true },
    callback: (state) => {
      isDirty = state.isDirty ?? isDirty;
    },
  });
  form.register('name');
  const type = (text: string) => form.setValue('name', text, { shouldDirty: true });
  return { form, type, shown: () => ({ ...form.getValues(), isDirty }) };
}

test('the values that were sent count as saved', async () => {
  const { form, type, shown } = formOf('Demo');
  type('Acme');
  expect(shown()).toEqual({ name: 'Acme', isDirty: true });
  expect(await saveValues(form, async () => 'done')).toBe('done');
  expect(shown()).toEqual({ name: 'Acme', isDirty: false });
});

test('also when they are read before the answer', async () => {
  const { form, type, shown } = formOf('Demo');
  type('Acme');
  await saveValues(form, async () => form.reset({ name: 'Acme' }));
  expect(shown()).toEqual({ name: 'Acme', isDirty: false });
});

test('what is typed while the request runs stays, and counts as unsaved', async () => {
  const { form, type, shown } = formOf('Demo');
  type('Acme');
  await saveValues(form, async () => type('Acme Ltd'));
  expect(shown()).toEqual({ name: 'Acme Ltd', isDirty: true });
  type('Acme');
  expect(shown()).toEqual({ name: 'Acme', isDirty: false });
});

test('values that were refused stay unsaved', async () => {
  const { form, type, shown } = formOf('Demo');
  type('Acme');
  await expect(saveValues(form, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(shown()).toEqual({ name: 'Acme', isDirty: true });
});

test('a later change by another user appears in a field that was saved', async () => {
  const { form, type, shown } = formOf('Demo');
  type('Acme');
  await saveValues(form, async () => {});
  form.reset({ name: 'Best' });
  expect(shown()).toEqual({ name: 'Best', isDirty: false });
});
