import { useQuery } from '@tanstack/react-query';
import { filterOffers, filterOperators, type Named, withCurrent } from '../pages/list/choices.ts';
import { FilterSelect } from '../pages/list/FilterBar.tsx';
import { approvalTexts } from './texts.ts';

const texts = approvalTexts.filters;

type IdFilterProps = { value: string; onChange: (id: string) => void };

/** The requests for leads of one operator. */
export function OperatorFilter(props: IdFilterProps) {
  const operators = useQuery(filterOperators).data ?? [];
  return (
    <FilterSelect
      label={texts.operator}
      options={optionsOf(texts.allOperators, operators, props.value)}
      {...props}
    />
  );
}

/** The requests for orders of one offer. */
export function ProductFilter(props: IdFilterProps) {
  const offers = useQuery(filterOffers).data ?? [];
  return (
    <FilterSelect
      label={texts.product}
      options={optionsOf(texts.allProducts, offers, props.value)}
      {...props}
    />
  );
}

function optionsOf(all: string, named: readonly Named[], current: string) {
  return [{ value: 'all', label: all }, ...withCurrent(named, current, ['all'])];
}
