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
    { topics: ['users'], pace: 'aggregate' },
  ),
  select: ({ data }): Named[] => data.map(({ _id, fullName }) => ({ _id, label: fullName })),
});

/** All offers by name. */
export const offerNames = read(
  address<typeof offersContract.offerNames>('GET', '/offers/names'),
  {},
  { topics: ['offers'], pace: 'aggregate' },
);

/** The offers of a list's filter, also inactive ones: their leads still have to be found. */
export const filterOffers = queryOptions({
  ...offerNames,
  select: ({ data }): Named[] =>
    data.map(({ _id, name, isActive }) => ({
      _id,
      label: isActive ? name : pageTexts.filters.inactive(name),
    })),
});

/** The name of an entity, else `unlisted`; without that, '…' until the names are read, and then 'Not available'. */
export const nameIn = (named: readonly Named[] | undefined, id: string, unlisted?: string): string =>
  named?.find(({ _id }) => _id === id)?.label ?? unlisted ?? (named ? pageTexts.filters.notAvailable : '…');

/** The options by name, and the current value when a link set one that is not among them, named as nameIn does. */
export function withCurrent(
  named: readonly Named[] | undefined,
  current: string,
  general: readonly string[],
  unlisted?: string,
) {
  const options = (named ?? []).map(({ _id, label }) => ({ value: _id, label }));
  const known = general.includes(current) || options.some(({ value }) => value === current);
  return known ? options : [...options, { value: current, label: nameIn(named, current, unlisted) }];
}
