import { decode } from '@crm/events/language/define.ts';
import { personalFields } from '@crm/events/leads/erased.ts';
import { leadEvents } from '@crm/events/leads/events.ts';
import { type FieldName, fieldOf } from '@crm/events/leads/fields/list.ts';
import { splitPersonal } from '@crm/events/leads/personal.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';

/** SQL patterns of the customer's phones (digits), and of emails in lower case. */
export type Words = { phones: string[]; emails: string[] };

/**
 * The condition that a JSON text contains one of the words, which are the parameters `$2` and `$3`. Phones are compared by
 * their digits: a spreadsheet may write them in another way.
 */
export const matching = (text: string) =>
  `regexp_replace(${text}, '\\D', '', 'g') like any($2::text[]) or lower(${text}) like any($3::text[])`;

/** The pattern of a word in a JSON text. */
const containing = (word: string) =>
  `%${JSON.stringify(word)
    .slice(1, -1)
    .replace(/[\\%_]/g, '\\$&')}%`;

/** Shorter numbers are in texts about other customers too. */
const FEWEST_DIGITS = 7;
/** The digits of a phone without its country, which a text may leave out. */
const NATIONAL_DIGITS = 9;

const keyOfField = (name: FieldName) => fieldOf(name).key;
const phoneKeys = [keyOfField('phone'), keyOfField('alternatePhone')];

/** The words that the customer had at any time. */
export function wordsOf(events: readonly RecordedEvent[]): Words {
  const phones = new Set<string>();
  const emails = new Set<string>();
  for (const event of events) {
    if (decode(leadEvents, event).kind !== 'event') continue;
    for (const [place, value] of Object.entries(splitPersonal(event).personal ?? {})) {
      if (typeof value !== 'string') continue;
      const key = keyOf(place);
      const digits = value.replace(/\D/g, '');
      if (phoneKeys.includes(key) && digits.length >= FEWEST_DIGITS)
        phones.add(digits.slice(-NATIONAL_DIGITS));
      if (key === keyOfField('email')) emails.add(value.trim().toLowerCase());
    }
  }
  const patternsOf = (words: ReadonlySet<string>) => [...words].map(containing);
  return { phones: patternsOf(phones), emails: patternsOf(emails) };
}

const personalKeys = new Set(personalFields.map(({ key }) => key));

/** The key of the field at a place: 'details.customer.phone', or 'changes.customer.phone.to'. */
const keyOf = (place: string) => place.split('.').findLast((name) => personalKeys.has(name)) ?? '';
