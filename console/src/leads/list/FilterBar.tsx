import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../format/count.ts';
import { withCurrent } from '../../pages/list/choices.ts';
import { Button } from '../../ui/Button.tsx';
import { DateRangePicker } from '../../ui/DateRangePicker.tsx';
import { Select } from '../../ui/Select.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { usePhone } from '../../ui/useMediaQuery.ts';
import {
  addressFilterLabels,
  commentFilterLabels,
  type LeadFilters,
  leadFilters,
  progressFilterLabels,
  reasonsOf,
  requestFilterLabels,
} from './filters.ts';
import { type FilterProps, SearchFilter } from './SearchFilter.tsx';
import type { FilterChoices } from './useFilterChoices.ts';

type FilterBarProps = FilterProps & {
  choices: FilterChoices;
  /** The number of active filters. */
  active: number;
  /** Placed beside the search, if there is room. */
  children?: ReactNode;
};

/** All filters of the list. On a phone, a button opens all but the search. */
export function FilterBar({ active, children, ...props }: FilterBarProps) {
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <SearchFilter {...props} />
        {phone ? (
          <Button icon={SlidersHorizontal} aria-expanded={open} onClick={() => setOpen(!open)}>
            {active > 0 ? `Filters (${active})` : 'Filters'}
          </Button>
        ) : (
          children
        )}
      </div>
      {(!phone || open) && (
        <div className="flex flex-wrap gap-2">
          <FilterSelects {...props} />
          {phone && children}
        </div>
      )}
    </div>
  );
}

function FilterSelects({ filters, onChange, choices }: Omit<FilterBarProps, 'active' | 'children'>) {
  const { operators, offers, addresses } = choices;
  const reasons = reasonsOf(filters.comments);
  /** Parses a select's value as the field's type; its options are all valid values. */
  function choose<K extends keyof LeadFilters>(field: K, text: string, also: Partial<LeadFilters> = {}) {
    const parsed = leadFilters.shape[field].safeParse(text);
    if (parsed.success) onChange({ [field]: parsed.data, ...also });
  }
  return (
    <>
      <Select
        aria-label="Status"
        value={filters.status}
        onChange={(event) => choose('status', event.target.value)}
        options={[
          { value: 'all', label: 'All statuses' },
          ...leadStatuses.map((status) => ({ value: status, label: capitalised(status) })),
        ]}
        className={width}
      />
      <DateRangePicker
        label="Date"
        value={{ preset: filters.date, from: filters.from, to: filters.to }}
        onChange={({ preset, from, to }) => onChange({ date: preset, from, to })}
      />
      {operators && (
        <Select
          aria-label="Assignment"
          value={filters.assigned}
          onChange={(event) => choose('assigned', event.target.value)}
          options={[
            { value: 'all', label: 'All assignments' },
            { value: 'assigned', label: 'Assigned' },
            { value: 'unassigned', label: 'Unassigned' },
            ...withCurrent(operators, filters.assigned, ['all', 'assigned', 'unassigned']),
          ]}
          className={width}
        />
      )}
      <Select
        aria-label="Product"
        value={filters.product}
        onChange={(event) => choose('product', event.target.value)}
        options={[{ value: 'all', label: 'All products' }, ...withCurrent(offers, filters.product, ['all'])]}
        className={width}
      />
      <Select
        aria-label="Progress"
        value={filters.progress}
        onChange={(event) => choose('progress', event.target.value)}
        options={[
          { value: 'all', label: 'All progress' },
          ...Object.entries(progressFilterLabels).map(([value, label]) => ({ value, label })),
        ]}
        className={width}
      />
      <Select
        aria-label="Comments"
        value={filters.comments}
        onChange={(event) => choose('comments', event.target.value, { reason: '' })}
        options={[
          { value: 'all', label: 'All comments' },
          ...Object.entries(commentFilterLabels).map(([value, label]) => ({ value, label })),
        ]}
        className={width}
      />
      {reasons.length > 0 && (
        <Select
          aria-label="Reason"
          value={filters.reason}
          onChange={(event) => choose('reason', event.target.value)}
          options={[
            { value: '', label: 'All reasons' },
            ...[...new Set([...reasons, filters.reason])]
              .filter(Boolean)
              .map((reason) => ({ value: reason, label: reason })),
          ]}
          className={width}
        />
      )}
      <Select
        aria-label="Request"
        value={filters.request}
        onChange={(event) => choose('request', event.target.value)}
        options={[
          { value: 'all', label: 'All requests' },
          ...Object.entries(requestFilterLabels).map(([value, label]) => ({ value, label })),
        ]}
        className={width}
      />
      <Select
        aria-label="Address"
        value={filters.address}
        onChange={(event) => choose('address', event.target.value)}
        options={[
          { value: 'all', label: 'All addresses' },
          {
            value: 'with-address',
            label: counted(addressFilterLabels['with-address'], addresses?.withAddress),
          },
          {
            value: 'without-address',
            label: counted(addressFilterLabels['without-address'], addresses?.withoutAddress),
          },
        ]}
        className={width}
      />
    </>
  );
}

/** 'With address (1,204)'; only the label until the count is known. */
function counted(label: string, count: number | undefined): string {
  return count === undefined ? label : `${label} (${formatNumber(count)})`;
}

const width = 'min-w-36 flex-1 max-md:basis-5/12';
