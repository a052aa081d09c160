import { type ReactNode, useRef } from 'react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { titleOf } from '../../keys/keymap.ts';
import { useAction } from '../../keys/registry.ts';
import { filterWidth } from '../../ui/controlLook.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { type Option, Select } from '../../ui/Select.tsx';
import { pageTexts } from '../texts.ts';
import { type ChoiceReads, FailedChoices } from './FailedChoices.tsx';
import { ListTools } from './ListTools.tsx';
import type { List } from './list.ts';

type FilterBarProps<Row> = {
  list: List<Row>;
  /** The fields that the search covers: 'Name, email, phone'. */
  placeholder: string;
  /** The reads of those selects' choices that the server knows. */
  choices?: ChoiceReads;
  /** FilterSelects. */
  children: ReactNode;
};

/** The filters of a list: search text, selects, a button to clear them, and the display settings. */
export function FilterBar<Row>({ list, placeholder, choices, children }: FilterBarProps<Row>) {
  const { title } = list;
  const box = useRef<HTMLInputElement>(null);
  const label = pageTexts.list.search(title);
  useAction({ label, group: title, action: 'search', run: () => box.current?.focus() });

  return (
    <>
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
      {choices && <FailedChoices of={choices} />}
    </>
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
      className={`${filterWidth} md:max-w-72 md:min-w-40`}
    />
  );
}

/** The options of an active/inactive filter. */
export const activityOptions = [
  { value: 'all', label: pageTexts.filters.activity.all },
  { value: 'active', label: pageTexts.filters.activity.active },
  { value: 'inactive', label: pageTexts.filters.activity.inactive },
] as const;
