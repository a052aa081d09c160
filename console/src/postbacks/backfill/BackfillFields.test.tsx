import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { BackfillFields } from './BackfillFields.tsx';
import { newBackfill } from './values.ts';

function Fields({ chosen }: { chosen: string | null }) {
  const form = useForm({ defaultValues: newBackfill(chosen, new Date('2026-11-27T10:00:00Z')) });
  return (
    <FormProvider {...form}>
      <BackfillFields
        postbacks={[
          { _id: 'tracker', name: 'Tracker', isActive: true },
          { _id: 'network', name: 'Network', isActive: false },
        ]}
      />
    </FormProvider>
  );
}

test.each(['network', null])('shows that the chosen postback is %s', (chosen) => {
  const html = renderToStaticMarkup(<Fields chosen={chosen} />);
  expect(/<option value="(\w*)" selected/.exec(html)?.[1]).toBe(chosen ?? '');
});
