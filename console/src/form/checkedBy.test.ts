import { createFormControl, type FieldErrors } from 'react-hook-form';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkedBy } from './checkedBy.ts';

type Values = { part: { name: string; until: string } };
const Part = z.object({ name: z.string().min(1, { error: 'Enter a name' }), until: z.string() });

test('a date that is not complete does not hide the error of another field of its part', async () => {
  const form = createFormControl<Values>({
    defaultValues: { part: { name: '', until: '' } },
    resolver: checkedBy(z.object({ part: Part }), (values: Values) => values),
  });
  form.register('part.name').ref({ name: 'part.name', value: '', validity: { badInput: false } });
  // A browser reports a date of which only the day was typed as empty.
  form.register('part.until').ref({ name: 'part.until', value: '', validity: { badInput: true } });
  let found: FieldErrors<Values> = {};
  await form.handleSubmit(
    () => {},
    (errors) => {
      found = errors;
    },
  )();
  expect(found.part?.name?.message).toBe('Enter a name');
  expect(found.part?.until?.message).toBe('This is not complete: finish it, or leave it empty');
});
