import type * as authContract from '@crm/contracts/auth/auth.ts';
import type * as offersContract from '@crm/contracts/offers/offers.ts';
import { queryOptions } from '@tanstack/react-query';
import { address } from '../../api/address.ts';
import { read } from '../../api/read.ts';
import { pageTexts } from '../texts.ts';

/** An entity in a filter. */
export type Named = { _id: string; label: string };

/** The operators of a list's filter; for users who see all operators' leads. */
export const filterOperators = queryOptions({
  ...read(
    address<typeof authContract.operatorsForFilter>('GET', '/auth/get-operators-for-filter'),
    {},
    { topics: ['users'] },
  ),
  select: ({ data }): Named[] => data.map(({ _id, fullName }) => ({ _id, label: fullName })),
});

/** The offers of a list's filter. */
export const filterOffers = queryOptions({
  ...read(address<typeof offersContract.activeOffers>('GET', '/offers/active'), {}, { topics: ['offers'] }),
  select: ({ data }): Named[] => data.map(({ _id, name }) => ({ _id, label: name })),
});

/** The options by name, and the current value when a link set one that is not among them. */
export function withCurrent(named: readonly Named[], current: string, general: readonly string[]) {
  const options = named.map(({ _id, label }) => ({ value: _id, label }));
  const known = general.includes(current) || named.some(({ _id }) => _id === current);
  return known ? options : [...options, { value: current, label: pageTexts.filters.notAvailable }];
}
