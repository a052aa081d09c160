import { getOffer, listOffers, offerStats } from '@crm/contracts/offers/offers.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type OfferListInput = Input<typeof listOffers>['query'];

/** One page of the list; leads change its figures. The previous page stays visible while the next loads. */
export const offerList = (query: OfferListInput) =>
  queryOptions({
    ...read(listOffers, { query }, { topics: ['offers', 'leads'], pace: 'aggregate' }),
    placeholderData: keepPreviousData,
  });

export const offerDetail = (id: string) => read(getOffer, { params: { id } }, { topics: ['offers'], id });

/** The results of an offer. Any lead hint refreshes them, because hints do not name the offer. */
export const offerAnalytics = (id: string) =>
  read(offerStats, { params: { id } }, { topics: ['offers', 'leads'], pace: 'aggregate' });
