import { offerTexts } from '../texts.ts';

/**
 * An example lead of a partner: the four required fields, and an order id, so that sending it twice creates
 * one lead.
 */
export function exampleLead(offerId: string) {
  return {
    offer: offerId,
    fullName: offerTexts.detail.partnerCall.exampleName,
    phone: '+91 98765 43210',
    quantity: 1,
    orderId: 'YOUR-ORDER-1',
  };
}

/** The shell command that posts the example lead; where the organisation requires API keys, with a place for one. */
export function curlOf(origin: string, offerId: string, apiKeyRequired: boolean): string {
  return [
    `curl -X POST ${origin}/api/leads`,
    "-H 'Content-Type: application/json'",
    ...(apiKeyRequired ? [`-H 'X-API-Key: ${offerTexts.detail.partnerCall.exampleKey}'`] : []),
    `-d '${JSON.stringify(exampleLead(offerId), null, 2)}'`,
  ].join(' \\\n  ');
}
