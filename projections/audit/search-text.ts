import { describeEvent } from '@crm/events/describe.ts';
import { cutText } from '@crm/events/language/text.ts';
import type { DomainEvent } from '@crm/events/versions.ts';
import { foldText } from '../leads/fold-text.ts';
import type { Recorded } from '../projection.ts';

/** Progress of batches: as many events as steps, and no words. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set<DomainEvent['type']>(['BatchProgressed']);

/** The rest of a longer text is not found. */
const LONGEST = 10_000;

/**
 * The text that the search of the audit history looks in, folded as in the leads list. Line 0 has the names of the
 * changed fields between tildes (fieldPattern); then follow the actor, the sentence, the values and the reason, each with
 * its numbers that spaces divide, because a search for a phone looks for all its digits.
 */
export function searchTextOf(event: Recorded<DomainEvent>): string {
  if (WITHOUT_TEXT.has(event.type)) return '';
  const { text, changes, reason } = describeEvent(event);
  const { actor } = event.meta;
  // The values of a creation are no changes.
  const changed = event.revision === 0 ? [] : changes;
  const fields = changed.flatMap(({ field, label }) => [...new Set([fieldName(field), fieldName(label)])]);
  const words = [
    actor.kind === 'user' ? actor.name : '',
    text,
    ...changes.flatMap(({ from, to }) => [from ?? '', to]),
    reason ?? '',
  ];
  const lines = [
    `~${fields.join('~')}~`,
    ...words.map((word) => foldText(word)).flatMap((word) => [word, ...dividedNumbers(word)]),
  ].filter((line) => line !== '');
  return cutText(lines.join('\n'), LONGEST);
}

/** Numbers of seven digits and more, such as a phone, that are written with spaces between their digits: without the spaces. */
const dividedNumbers = (folded: string): string[] =>
  (folded.match(/(?<!\d)\d+(?: \d+)+/g) ?? [])
    .map((digits) => digits.replaceAll(' ', ''))
    .filter(({ length }) => length >= 7);

/** The pattern of texts whose events changed a field of this name or label. */
export const fieldPattern = (field: string) => `%~${fieldName(field).replace(/[\\%_]/g, '\\$&')}~%`;

const fieldName = (name: string) => foldText(name);
