import type { Answered } from '@crm/contracts/endpoint.ts';
import type * as offersContract from '@crm/contracts/offers/offers.ts';
import type * as reportsContract from '@crm/contracts/reports/reports.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type OfferListInput = Input<typeof offersContract.listOffers>['query'];

/** One page of the list; leads change its figures. The previous page stays visible while the next loads. */
export const offerList = (query: OfferListInput) =>
  queryOptions({
    ...read(
      address<typeof offersContract.listOffers>('GET', '/offers'),
      { query },
      { topics: ['offers', 'leads'], pace: 'aggregate' },
    ),
    placeholderData: keepPreviousData,
  });

export const offerDetail = (id: string) =>
  read(
    address<typeof offersContract.getOffer>('GET', '/offers/:id'),
    { params: { id } },
    { topics: ['offers'], id },
  );

/** The results of an offer. Any lead hint refreshes them, because hints do not name the offer. */
export const offerAnalytics = (id: string) =>
  read(
    address<typeof offersContract.offerStats>('GET', '/offers/:id/stats'),
    { params: { id } },
    { topics: ['offers', 'leads'], pace: 'aggregate' },
  );

/** The figures of an offer per day, both days included; days are those of the organisation. */
export const offerDays = (offer: string, { from, to }: { from: string; to: string }) =>
  queryOptions({
    ...read(
      address<typeof reportsContract.performanceReport>('GET', '/reports/performance'),
      { query: { offer, startDate: from, endDate: to, keep: false } },
      { topics: ['offers', 'leads', 'tenant'], pace: 'aggregate' },
    ),
    select: ({ data }) => data.dailyTrends,
    placeholderData: keepPreviousData,
  });

export type OfferDay = Answered<typeof reportsContract.performanceReport>['dailyTrends'][number];
