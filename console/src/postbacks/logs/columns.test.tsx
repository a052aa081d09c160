import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { LeadCell } from './columns.tsx';

const lead = {
  _id: 'lead-1',
  orderId: 'A-17',
  fullName: 'محمد الهاشمي',
  phone: '+91 9810000039',
  customerInfo: { name: 'محمد الهاشمي', address: null },
};

test('a name from right to left does not take the phone number into its direction', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <LeadCell log={{ lead }} dense={false} />
    </MemoryRouter>,
  );
  expect(html).toContain(`dir="auto">${lead.fullName}</span>`);
  expect(html).toContain(`>· ${lead.phone}</span>`);
});
