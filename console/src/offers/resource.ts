import type * as offersContract from '@crm/contracts/offers/offers.ts';
import { useQuery } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { knownRow } from '../api/knownRow.ts';
import { readNow } from '../api/read.ts';
import type { Resource } from '../pages/resource.ts';
import { paths } from '../paths.ts';
import { offerDetail } from './queries.ts';
import { offerTexts } from './texts.ts';

const listOffers = address<typeof offersContract.listOffers>('GET', '/offers');

export const offers: Resource<offersContract.Offer> = {
  noun: offerTexts.noun,
  list: { to: paths.offers.list, title: offerTexts.list.title },
  one: paths.offers.one,
  manage: 'manage-offers',
  edit: paths.offers.edit,
  nameOf: ({ name }) => name,
  readNow: async (queryClient, id) => (await readNow(queryClient, offerDetail(id))).data.offer,
  useOne: (id, enabled) =>
    useQuery({ ...offerDetail(id), enabled, select: ({ data, stale }) => ({ entity: data.offer, stale }) }),
  known: (queryClient, id) => knownRow(queryClient, listOffers.path, id),
  remove: address<typeof offersContract.deleteOffer>('DELETE', '/offers/:id'),
  listed: listOffers,
  topics: ['offers'],
};
