import { type ReactNode, useRef } from 'react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { titleOf } from '../../keys/keymap.ts';
import { useAction } from '../../keys/registry.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { type Option, Select } from '../../ui/Select.tsx';
import { pageTexts } from '../texts.ts';
import { ListTools } from './ListTools.tsx';
import type { List } from './list.ts';

type FilterBarProps<Row> = {
  list: List<Row>;
  /** The fields that the search covers: 'Name, email, phone'. */
  placeholder: string;
  /** FilterSelects. */
  children: ReactNode;
};

/** The filters of a list: search text, selects, a button to clear them, and the display settings. */
export function FilterBar<Row>({ list, placeholder, children }: FilterBarProps<Row>) {
  const { title } = list;
  const box = useRef<HTMLInputElement>(null);
  const label = pageTexts.list.search(title);
  useAction({ label, group: title, action: 'search', run: () => box.current?.focus() });

  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        ref={box}
        label={label}
        placeholder={placeholder}
        title={titleOf(label, 'search')}
        value={list.search}
        onChange={list.onSearch}
        className="min-w-48 flex-1 max-md:basis-full md:max-w-md"
      />
      {children}
      {list.filtered && (
        <ActionButton
          label={pageTexts.list.clearFilters}
          group={title}
          action="clear-filters"
          variant="ghost"
          onClick={list.clearFilters}
        />
      )}
      <ListTools list={list} />
    </div>
  );
}

type FilterSelectProps<V extends string> = {
  label: string;
  value: V;
  options: readonly (Option & { value: V })[];
  onChange: (value: V) => void;
};

/** A select over a few values; one of them is 'all'. */
export function FilterSelect<V extends string>({ label, value, options, onChange }: FilterSelectProps<V>) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
      options={options}
      // As wide as the chosen text, in browsers that can do it; in others, as the longest option.
      className="max-w-72 min-w-40 max-md:w-[calc(50%-0.25rem)] max-md:min-w-0 [&>select]:field-sizing-content"
    />
  );
}

/** The options of an active/inactive filter. */
export const activityOptions = [
  { value: 'all', label: pageTexts.filters.activity.all },
  { value: 'active', label: pageTexts.filters.activity.active },
  { value: 'inactive', label: pageTexts.filters.activity.inactive },
] as const;
