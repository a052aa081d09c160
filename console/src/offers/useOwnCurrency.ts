import type * as offersContract from '@crm/contracts/offers/offers.ts';
import type { Currency } from '@crm/events/language/money.ts';
import { useQuery } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';
import { useCurrentUser } from '../auth/currentUser.ts';

/** Its currency is the one that a new offer or lead starts with, until the organisation sets one. */
const newestOffer = read(
  address<typeof offersContract.listOffers>('GET', '/offers'),
  { query: { page: 1, limit: 1 } },
  { topics: ['offers'] },
);

/**
 * The organisation's currency; without that setting, the currency of its newest offer, and USD while it has none. For admins,
 * who see the offers.
 */
export function useOwnCurrency(): Currency {
  const { currency } = useCurrentUser().crmSettings;
  const newest = useQuery({ ...newestOffer, enabled: currency === null });
  return currency ?? newest.data?.data[0]?.currency ?? 'USD';
}
