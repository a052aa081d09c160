import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { filterOffers, filterOperators, type Named } from '../../pages/list/choices.ts';
import { type LeadListInput, leadAddressStats } from '../queries.ts';
import { choiceNames } from './choiceNames.ts';
import { filtersOf } from './filters.ts';

export type FilterChoices = {
  /** Null for users who see only their own leads. */
  operators: readonly Named[] | null;
  offers: readonly Named[];
  /** Counts among the leads of the other filters; null until known. */
  addresses: { withAddress: number; withoutAddress: number } | null;
  /** The name for an id in a filter. */
  nameOf: (id: string) => string;
};

/**
 * The options of the filters: operators, offers, and the counts by address. The counts load after the list.
 */
export function useFilterChoices(input: LeadListInput, listed: boolean): FilterChoices {
  const user = useCurrentUser();
  const mayFilterOperators = can(user, 'see-all-leads');
  const operators = useQuery({ ...filterOperators, enabled: mayFilterOperators }).data;
  const offers = useQuery(filterOffers).data;
  const others = { ...filtersOf(input), hasAddress: undefined };
  const addresses = useQuery({ ...leadAddressStats(others), enabled: listed }).data?.data ?? null;
  return useMemo(
    () => ({
      operators: mayFilterOperators ? (operators ?? []) : null,
      offers: offers ?? [],
      addresses,
      nameOf: choiceNames(user, mayFilterOperators ? [operators, offers] : [offers]),
    }),
    [operators, offers, addresses, mayFilterOperators, user],
  );
}
