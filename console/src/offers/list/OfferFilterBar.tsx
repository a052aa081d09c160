import { type ReactNode, useRef } from 'react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { useAction } from '../../keys/registry.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { Select } from '../../ui/Select.tsx';
import { categoryOptions } from '../labels.ts';
import { isFiltered, noFilters, type OfferFilters, offerFilters } from './filters.ts';

type OfferFilterBarProps = {
  filters: OfferFilters;
  onChange: (patch: Partial<OfferFilters>, options?: { replace?: boolean }) => void;
  children?: ReactNode;
};

export function OfferFilterBar({ filters, onChange, children }: OfferFilterBarProps) {
  const search = useRef<HTMLInputElement>(null);
  useAction({ label: 'Search offers', group: 'Offers', keys: '/', run: () => search.current?.focus() });

  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        ref={search}
        label="Search offers"
        placeholder="Offer name  ( / )"
        value={filters.search}
        onChange={(text) => onChange({ search: text.slice(0, 200) }, { replace: filters.search !== '' })}
        className="min-w-48 flex-1 max-md:basis-full md:max-w-md"
      />
      <Select
        aria-label="Category"
        value={filters.category}
        onChange={(event) => onChange({ category: offerFilters.shape.category.parse(event.target.value) })}
        options={[{ value: 'all', label: 'All categories' }, ...categoryOptions]}
        className="w-40 max-md:w-[calc(50%-0.25rem)]"
      />
      <Select
        aria-label="Status"
        value={filters.status}
        onChange={(event) => onChange({ status: offerFilters.shape.status.parse(event.target.value) })}
        options={[
          { value: 'all', label: 'All statuses' },
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Inactive' },
        ]}
        className="w-36 max-md:w-[calc(50%-0.25rem)]"
      />
      {isFiltered(filters) && (
        <ActionButton
          label="Clear Filters"
          group="Offers"
          keys="F"
          variant="ghost"
          onClick={() => onChange(noFilters)}
        />
      )}
      {children}
    </div>
  );
}
