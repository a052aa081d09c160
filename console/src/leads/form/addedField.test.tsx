import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { afterAll, expect, test, vi } from 'vitest';

const nickname = {
  kind: 'text',
  label: 'Nickname',
  personal: true,
  input: 'form',
  max: 20,
  placeholder: true,
};
const CATALOGUE = '../../../../events/leads/fields.ts';
vi.resetModules();
vi.doMock(CATALOGUE, async (original) => {
  const { leadFields } = await original<typeof import('../../../../events/leads/fields.ts')>();
  return { leadFields: { ...leadFields, address: { ...leadFields.address, nickname } } };
});
afterAll(() => {
  vi.doUnmock(CATALOGUE);
  vi.resetModules();
});

// Loaded after the catalogue was replaced.
const { AddressFields } = await import('./AddressFields.tsx');
const { blankValues } = await import('./values.ts');

function Form() {
  return (
    <FormProvider {...useForm({ values: blankValues })}>
      <AddressFields />
    </FormProvider>
  );
}

test('a field that is added to the catalogue is an input of the form', () => {
  const html = renderToStaticMarkup(<Form />);
  expect(html).toMatch(/<label[^>]*>Nickname/);
  expect(html).toMatch(/<input[^>]*name="nickname"/);
});
