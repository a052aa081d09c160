import { demoOfferId } from '@crm/command-api/demo/perform.ts';
import { fetchServed } from './served.ts';

/** Posts a lead as a partner of an organisation, without a session. */
export async function postLead(
  url: string,
  fields: { orderId: string; fullName: string; email?: string },
  organisation = 'Demo Sales',
): Promise<Response> {
  return fetchServed(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      phone: '+91 98765 43210',
      offer: demoOfferId(organisation, 'Orthovita Joint Capsules'),
      quantity: 2,
      city: 'Pune',
      webmaster: 'affbay',
      ...fields,
    }),
  });
}
