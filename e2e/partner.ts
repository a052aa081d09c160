import { demoOfferId } from '@crm/command-api/demo/perform.ts';

/** Posts a lead as a partner does, without any session. */
export async function postLead(
  url: string,
  fields: { orderId: string; fullName: string },
): Promise<Response> {
  return fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      phone: '+91 98765 43210',
      offer: demoOfferId('Demo Sales', 'Orthovita Joint Capsules'),
      quantity: 2,
      city: 'Pune',
      webmaster: 'affbay',
      ...fields,
    }),
  });
}
