import type * as offersContract from '@crm/contracts/offers/offers.ts';
import type { Currency } from '@crm/events/language/money.ts';
import { useQuery } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';

/** Its currency is the one that a new offer or lead starts with. */
const newestOffer = read(
  address<typeof offersContract.listOffers>('GET', '/offers'),
  { query: { page: 1, limit: 1 } },
  { topics: ['offers'] },
);

/** The currency of the organisation's newest offer; USD while it has none. For admins, who see the offers. */
export function useOwnCurrency(): Currency {
  return useQuery(newestOffer).data?.data[0]?.currency ?? 'USD';
}
