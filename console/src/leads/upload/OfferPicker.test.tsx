import type { Offer } from '@crm/contracts/offers/offers.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { uploadOffers } from './calls.ts';
import { OfferPicker } from './OfferPicker.tsx';

const offerOf = (name: string): Offer => ({
  _id: name,
  id: name,
  name,
  category: 'joint-health',
  price: 49.99,
  currentPrice: 49.99,
  currency: 'INR',
  stockQuantity: null,
  isActive: true,
  stats: { totalLeads: 0 },
  conversionRate: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 0,
});

function pickerOf(names: readonly string[], total: number, chosen?: Offer) {
  const client = new QueryClient();
  client.setQueryData(uploadOffers('').queryKey, {
    data: names.map(offerOf),
    message: null,
    position: null,
    stale: false,
    pagination: { page: 1, limit: 100, total, totalCount: total, totalPages: 1 },
  });
  return renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <OfferPicker
          state={{ offer: chosen?._id ?? '', price: 'file' }}
          offer={chosen}
          onChange={() => undefined}
          disabled={false}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

test('says how many offers there are when the list has only the newest', () =>
  expect(pickerOf(['Knee oil', 'Slim Tea'], 5_000)).toContain(
    'The newest 2 of 5,000 active offers. Search to find the others.',
  ));

test('says nothing when the list has all of them', () =>
  expect(pickerOf(['Knee oil', 'Slim Tea'], 2)).not.toContain('newest'));

test('shows the chosen offer first when the listed ones are others', () => {
  const html = pickerOf(['Knee oil', 'Slim Tea'], 5_000, offerOf('Old balm'));
  expect(html.match(/type="radio"/g)).toHaveLength(3);
  expect(html.indexOf('Old balm')).toBeLessThan(html.indexOf('Knee oil'));
  expect(html.match(/checked=""/g)).toHaveLength(1);
});

test('shows a listed offer once', () =>
  expect(pickerOf(['Knee oil'], 1, offerOf('Knee oil')).match(/type="radio"/g)).toHaveLength(1));

test('leads to the form of an offer when there is none', () =>
  expect(pickerOf([], 0)).toContain('There is no active offer yet.'));
