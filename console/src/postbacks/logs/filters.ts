import { logStatuses, responseClasses } from '@crm/contracts/postbacks/log-vocabulary.ts';
import { triggerEvents } from '@crm/events/postbacks/vocabulary.ts';
import { datePresets, instantsOf } from '../../format/period.ts';
import { periodOf } from '../../ui/DateRangePicker.tsx';
import { day, oneOf, paging, type StateOf, search, viewed } from '../../url/fields.ts';
import type { LogFiltersInput, LogListInput } from '../queries.ts';

const presetNames = datePresets.map(({ value }) => value);

/** The filters of the logs: status, event, class of the response, period, and a search for the lead. */
const logFilters = {
  search,
  status: oneOf(['all', ...logStatuses], 'all'),
  event: oneOf(['all', ...triggerEvents], 'all'),
  response: oneOf(['all', ...responseClasses], 'all'),
  date: oneOf(['all', 'custom', ...presetNames], 'all'),
  from: day,
  to: day,
};
export type LogFilters = StateOf<typeof logFilters>;

/** The complete state in the page's URL. */
export const logListState = { ...logFilters, ...paging, ...viewed };
type LogListState = StateOf<typeof logListState>;

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
