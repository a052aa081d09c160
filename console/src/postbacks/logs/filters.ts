import { logStatuses, responseClasses } from '@crm/contracts/postbacks/logs.ts';
import { triggerEvents } from '@crm/events/postbacks/vocabulary.ts';
import { z } from 'zod';
import { type DatePreset, datePresets, instantsOf } from '../../format/period.ts';
import { periodOf } from '../../ui/DateRangePicker.tsx';
import { paging } from '../../url/codec.ts';
import type { LogFiltersInput, LogListInput } from '../queries.ts';

const presetNames = datePresets.map(({ value }) => value);
const day = z.union([z.iso.date(), z.literal('')]).default('');

/** The filters of the logs: status, event, class of the response, period, and a search for the lead. */
const logFilters = z.object({
  search: z.string().trim().max(200).default(''),
  status: z.enum(['all', ...logStatuses]).default('all'),
  event: z.enum(['all', ...triggerEvents]).default('all'),
  response: z.enum(['all', ...responseClasses]).default('all'),
  date: z.enum<['all', 'custom', ...DatePreset[]]>(['all', 'custom', ...presetNames]).default('all'),
  from: day,
  to: day,
});
export type LogFilters = z.infer<typeof logFilters>;

/** The complete state in the page's URL. */
export const logListState = logFilters.extend(paging);
type LogListState = z.infer<typeof logListState>;

/** The filters to send to the server; days are in the user's time zone. */
export function filtersOf({ search, status, event, response, date, from, to }: LogFilters): LogFiltersInput {
  return {
    search: search || undefined,
    status: status === 'all' ? undefined : status,
    event: event === 'all' ? undefined : event,
    response: response === 'all' ? undefined : response,
    ...instantsOf(periodOf({ preset: date, from, to })),
  };
}

export const queryOf = (state: LogListState): LogListInput => ({
  ...filtersOf(state),
  page: state.page,
  limit: state.limit,
});
