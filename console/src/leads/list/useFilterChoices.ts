import { useQuery } from '@tanstack/react-query';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { filterOffers, filterOperators, type Named } from '../../pages/list/choices.ts';
import type { ChoiceReads } from '../../pages/list/FailedChoices.tsx';
import { type LeadListInput, leadAddressStats } from '../queries.ts';
import { leadListTexts } from '../texts/list.ts';
import { choiceNames } from './choiceNames.ts';
import { filtersOf } from './filters.ts';

const texts = leadListTexts.filters;

export type FilterChoices = {
  /** Null for users who see only their own leads; undefined until they are read. */
  operators: readonly Named[] | null | undefined;
  offers: readonly Named[] | undefined;
  reads: ChoiceReads;
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
  const operators = useQuery({ ...filterOperators, enabled: mayFilterOperators });
  const offers = useQuery(filterOffers);
  const others = { ...filtersOf(input), hasAddress: undefined };
  const addresses = useQuery({ ...leadAddressStats(others), enabled: listed }).data?.data ?? null;
  return {
    operators: mayFilterOperators ? operators.data : null,
    offers: offers.data,
    reads: { [texts.assignment.label]: operators, [texts.product.label]: offers },
    addresses,
    nameOf: choiceNames(user, mayFilterOperators ? [operators.data, offers.data] : [offers.data]),
  };
}
