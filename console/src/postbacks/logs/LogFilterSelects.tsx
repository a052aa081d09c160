import { logStatuses } from '@crm/contracts/postbacks/log-vocabulary.ts';
import { FilterSelect } from '../../pages/list/FilterBar.tsx';
import { DateRangePicker } from '../../ui/DateRangePicker.tsx';
import type { SetUrlState } from '../../url/useUrlState.ts';
import { logStatusLabels, triggerOptions } from '../labels.ts';
import { postbackTexts } from '../texts.ts';
import type { LogFilters } from './filters.ts';

type LogFilterSelectsProps = { filters: LogFilters; onChange: SetUrlState<LogFilters> };

const statuses = [
  { value: 'all', label: postbackTexts.logs.filters.allStatuses } as const,
  ...logStatuses.map((value) => ({ value, label: logStatusLabels[value] })),
];
const events = [{ value: 'all', label: postbackTexts.logs.filters.allEvents } as const, ...triggerOptions];
const responses = [
  { value: 'all', label: postbackTexts.logs.filters.responses.all },
  { value: '2xx', label: postbackTexts.logs.filters.responses['2xx'] },
  { value: '3xx', label: postbackTexts.logs.filters.responses['3xx'] },
  { value: '4xx', label: postbackTexts.logs.filters.responses['4xx'] },
  { value: '5xx', label: postbackTexts.logs.filters.responses['5xx'] },
  { value: 'none', label: postbackTexts.logs.filters.responses.none },
] as const;

export function LogFilterSelects({ filters, onChange }: LogFilterSelectsProps) {
  return (
    <>
      <FilterSelect
        label={postbackTexts.logs.filters.status}
        value={filters.status}
        options={statuses}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={postbackTexts.logs.filters.event}
        value={filters.event}
        options={events}
        onChange={(event) => onChange({ event })}
      />
      <FilterSelect
        label={postbackTexts.logs.filters.response}
        value={filters.response}
        options={responses}
        onChange={(response) => onChange({ response })}
      />
      <DateRangePicker
        label={postbackTexts.logs.filters.date}
        value={{ preset: filters.date, from: filters.from, to: filters.to }}
        onChange={({ preset, from, to }, options) => onChange({ date: preset, from, to }, options)}
      />
    </>
  );
}
