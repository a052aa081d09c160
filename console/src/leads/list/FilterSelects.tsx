import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import clsx from 'clsx';
import { formatNumber } from '../../format/count.ts';
import { withCurrent } from '../../pages/list/choices.ts';
import { filterWidth } from '../../ui/controlLook.ts';
import { DateRangePicker } from '../../ui/DateRangePicker.tsx';
import { type Option, Select } from '../../ui/Select.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { leadListTexts } from '../texts/list.ts';
import { type LeadFilters, leadFilters, noFilters, reasonsOf } from './filters.ts';
import type { FilterProps } from './SearchFilter.tsx';
import type { FilterChoices } from './useFilterChoices.ts';

const texts = leadListTexts.filters;

export type FilterSelectsProps = FilterProps & { choices: FilterChoices };

/** The filters with a fixed choice, and the date. */
export function FilterSelects({ filters, onChange, choices }: FilterSelectsProps) {
  const { operators, offers, addresses } = choices;
  const reasons = reasonsOf(filters.comments);

  /** A select for one filter. `all`: the text of no filter; `also`: filters that change with it. */
  function select(
    field: keyof LeadFilters,
    { label, all }: { label: string; all: string },
    options: readonly Option[],
    also: Partial<LeadFilters> = {},
  ) {
    return (
      <Select
        aria-label={label}
        value={filters[field]}
        onChange={(event) => {
          const chosen = leadFilters[field].read(event.target.value);
          if (chosen !== undefined) onChange({ [field]: chosen, ...also });
        }}
        options={[{ value: noFilters[field], label: all }, ...options]}
        className={`${filterWidth} md:w-full`}
      />
    );
  }

  return (
    <>
      {select('status', texts.status, named(leadStatuses, capitalised))}
      <div
        className={clsx(
          'grid max-md:min-w-[calc(50%-0.25rem)] max-md:grow',
          filters.date === 'custom' && 'max-md:basis-full md:col-span-full lg:col-span-4',
        )}
      >
        <DateRangePicker
          label={texts.date.label}
          value={{ preset: filters.date, from: filters.from, to: filters.to }}
          onChange={({ preset, from, to }, options) =>
            onChange({ date: preset, from, to, zone: '' }, options)
          }
        />
      </div>
      {operators !== null &&
        select('assigned', texts.assignment, [
          ...labelled(texts.assignment.values),
          ...withCurrent(operators, filters.assigned, ['all', 'assigned', 'unassigned']),
        ])}
      {select('product', texts.product, withCurrent(offers, filters.product, ['all']))}
      {select('progress', texts.progress, labelled(texts.progress.values))}
      {select('comments', texts.comments, labelled(texts.comments.values), { reason: '' })}
      {reasons.length > 0 &&
        select('reason', texts.reason, named(withReason(reasons, filters.reason), String))}
      {select('request', texts.request, labelled(texts.request.values))}
      {select(
        'address',
        texts.address,
        labelled({
          'with-address': counted(texts.address.values['with-address'], addresses?.withAddress),
          'without-address': counted(texts.address.values['without-address'], addresses?.withoutAddress),
        }),
      )}
    </>
  );
}

const named = (values: readonly string[], label: (value: string) => string): Option[] =>
  values.map((value) => ({ value, label: label(value) }));

const labelled = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The reasons, and the chosen one when a link set one that is not among them. */
const withReason = (reasons: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || reasons.includes(chosen) ? reasons : [...reasons, chosen];

/** 'With address (1,204)'; only the label until the count is known. */
function counted(label: string, count: number | undefined): string {
  return count === undefined ? label : `${label} (${formatNumber(count)})`;
}
