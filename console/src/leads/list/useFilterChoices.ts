import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { seesAllLeads } from '../../auth/roles.ts';
import { filterOffers, filterOperators } from '../queries.ts';

export type Named = { _id: string; label: string };

export type FilterChoices = {
  /** Null for those who see no leads but their own. */
  operators: readonly Named[] | null;
  offers: readonly Named[];
  /** What an id in a filter is called; '…' until that is known. */
  nameOf: (id: string) => string;
};

/** Whose leads, and of which products: what the filters offer by name. */
export function useFilterChoices(): FilterChoices {
  const mayFilterOperators = seesAllLeads(useCurrentUser());
  const operators = useQuery({ ...filterOperators, enabled: mayFilterOperators }).data?.data;
  const offers = useQuery(filterOffers).data?.data;
  return useMemo(() => {
    const people = (operators ?? []).map(({ _id, fullName }) => ({ _id, label: fullName }));
    const products = (offers ?? []).map(({ _id, name }) => ({ _id, label: name }));
    const names = new Map([...people, ...products].map(({ _id, label }) => [_id, label]));
    return {
      operators: mayFilterOperators ? people : null,
      offers: products,
      nameOf: (id) => names.get(id) ?? '…',
    };
  }, [operators, offers, mayFilterOperators]);
}
