import { sampleEvent } from './samples.ts';

/** Data of a new lead, as far as tests of the event store need it. */
export const createdData = {
  orderId: 'A-1',
  orderedAt: null,
  details: {
    customer: { fullName: 'रवि कुमार', phone: '+91 98765 43210', email: 'ravi@example.test', age: 41 },
    product: { name: 'Knee oil', quantity: 2 },
    source: { webmaster: 'web-7', extra: { utm: 'spring' } },
  },
};
export const editedData = {
  changes: { customer: { phone: { from: '+91 98765 43210', to: '02079460000' } } },
};
const commentedData = { content: 'Connected - Call Back', statusChange: null };

export const created = () => ({ ...sampleEvent(createdData, 'LeadCreated'), version: 2 });
export const edited = () => ({ ...sampleEvent(editedData, 'LeadEdited'), version: 2 });
export const commented = (content = commentedData.content) => ({
  ...sampleEvent({ ...commentedData, content }, 'LeadCommented'),
  version: 2,
});
export const erasure = () => sampleEvent({ reason: 'She asked for it' }, 'LeadErased');
