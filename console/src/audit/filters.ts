import { LONGEST_FIELD_NAME } from '@crm/contracts/limits.ts';
import { datePresets, instantsOf } from '../format/period.ts';
import { periodOf } from '../ui/DateRangePicker.tsx';
import { day, type Field, idOr, oneOf, paging, type StateOf, search, text, viewed } from '../url/fields.ts';

const presetNames = datePresets.map(({ value }) => value);

/** A text that matches the pattern, else none. */
const matching = (pattern: RegExp): Field<string> => ({
  initial: '',
  read: (given) => (given === '' || pattern.test(given) ? given : undefined),
});

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
/** As in IPV6_LETTERS. */
const LONGEST_ADDRESS = 45;
/** Only characters of an address: others could end the brackets of a URL. */
const IPV6_LETTERS = /^[\da-f:.]{2,45}$/i;

/** As the server checks it, without zod. */
export function isAddress(text: string): boolean {
  if (IPV4.test(text)) return true;
  if (!IPV6_LETTERS.test(text)) return false;
  try {
    return new URL(`http://[${text}]`).hostname !== '';
  } catch {
    return false;
  }
}

const RECORD = /^[a-z]{1,20}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The state in the page's URL. `place` is where a page after the first one begins, and in which direction. */
export const auditListState = {
  ...paging,
  ...viewed,
  place: matching(/^(?:before|after):[\d/]{16,39}$/),
  search,
  actor: idOr('all'),
  action: matching(/^[A-Za-z]{1,60}$/),
  subject: matching(RECORD),
  field: text(LONGEST_FIELD_NAME),
  ip: text(LONGEST_ADDRESS),
  date: oneOf(['all', 'custom', ...presetNames], 'all'),
  from: day,
  to: day,
};
export type AuditListState = StateOf<typeof auditListState>;

/** The filters to send to the server; days are in the user's time zone. */
export function filtersOf({ search, actor, action, subject, field, ip, date, from, to }: AuditListState) {
  return {
    search: search || undefined,
    actor: actor === 'all' ? undefined : actor,
    action: action || undefined,
    subject: subject || undefined,
    field: field || undefined,
    // A half typed address filters nothing yet; the page says so.
    ip: isAddress(ip) ? ip : undefined,
    ...instantsOf(periodOf({ preset: date, from, to })),
  };
}

/** The list that is shown, whichever of its pages: as one text, to compare it with another. */
export const listOf = ({ page: _page, place: _place, ...rest }: AuditListState) => JSON.stringify(rest);

/** The largest page of the call. */
const MOST = 200;

/** A change of a filter goes back to page 1, which has no place. */
export function inputOf(state: AuditListState) {
  const [direction, position] = state.page > 1 ? state.place.split(':') : [];
  return {
    ...filtersOf(state),
    limit: Math.min(state.limit, MOST),
    ...(direction === 'before' && { before: position }),
    ...(direction === 'after' && { after: position }),
  };
}
