import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { offerNames } from '../../pages/list/choices.ts';
import { FilterFields } from './FilterFields.tsx';
import { newPostback } from './values.ts';

const client = new QueryClient();
client.setQueryData(offerNames.queryKey, {
  data: [
    { _id: 'oil', name: 'Knee oil', isActive: true },
    { _id: 'tea', name: 'Slim Tea', isActive: false },
  ],
  message: null,
  position: null,
  stale: false,
  pagination: null,
});

function Form({ chosen }: { chosen: string[] }) {
  const values = { ...newPostback, filters: { ...newPostback.filters, offers: chosen } };
  return (
    <QueryClientProvider client={client}>
      <FormProvider {...useForm({ values })}>
        <FilterFields />
      </FormProvider>
    </QueryClientProvider>
  );
}

test('a postback can be limited to any offer by name, also to an inactive one', () => {
  const html = renderToStaticMarkup(<Form chosen={[]} />);
  expect(html).toContain('<option value="oil">Knee oil</option>');
  expect(html).toContain('<option value="tea">Slim Tea (inactive)</option>');
});

test('names the chosen offers, and says which one does not exist any more', () => {
  const html = renderToStaticMarkup(<Form chosen={['oil', 'gone']} />);
  expect(html).toContain('aria-label="Remove Knee oil"');
  expect(html).toContain('aria-label="Remove Not available"');
});
