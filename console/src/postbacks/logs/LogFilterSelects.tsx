import { logStatuses } from '@crm/contracts/postbacks/logs.ts';
import { FilterSelect } from '../../pages/list/FilterBar.tsx';
import { DateRangePicker } from '../../ui/DateRangePicker.tsx';
import { logStatusLabels, triggerOptions } from '../labels.ts';
import type { LogFilters } from './filters.ts';

type LogFilterSelectsProps = { filters: LogFilters; onChange: (patch: Partial<LogFilters>) => void };

const statuses = [
  { value: 'all', label: 'All statuses' } as const,
  ...logStatuses.map((value) => ({ value, label: logStatusLabels[value] })),
];
const events = [{ value: 'all', label: 'All events' } as const, ...triggerOptions];
const responses = [
  { value: 'all', label: 'All responses' },
  { value: '2xx', label: '2xx Success' },
  { value: '3xx', label: '3xx Redirect' },
  { value: '4xx', label: '4xx Refused' },
  { value: '5xx', label: '5xx Broken' },
  { value: 'none', label: 'No answer' },
] as const;

export function LogFilterSelects({ filters, onChange }: LogFilterSelectsProps) {
  return (
    <>
      <FilterSelect
        label="Status"
        value={filters.status}
        options={statuses}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="Event"
        value={filters.event}
        options={events}
        onChange={(event) => onChange({ event })}
      />
      <FilterSelect
        label="Response"
        value={filters.response}
        options={responses}
        onChange={(response) => onChange({ response })}
      />
      <DateRangePicker
        label="Date"
        value={{ preset: filters.date, from: filters.from, to: filters.to }}
        onChange={({ preset, from, to }) => onChange({ date: preset, from, to })}
      />
    </>
  );
}
