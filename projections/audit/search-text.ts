import { describeEvent } from '@crm/events/describe.ts';
import { cutText } from '@crm/events/language/text.ts';
import type { DomainEvent } from '@crm/events/versions.ts';
import type { Recorded } from '../projection.ts';
import { foldText } from '../search/fold-text.ts';
import { searchLines } from '../search/lines.ts';

/** Progress of batches: as many events as steps, and no words. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set<DomainEvent['type']>(['BatchProgressed']);

/** The rest of a longer text is not found. */
const LONGEST = 10_000;

/**
 * The text that the search of the audit history looks in, folded as in the leads list. Line 0 has the names of the
 * changed fields between tildes (fieldPattern); then follow the actor, the sentence, the values and the reason.
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
  const lines = [`~${fields.join('~')}~`, ...searchLines(words)];
  return cutText(lines.join('\n'), LONGEST);
}

/** The pattern of texts whose events changed a field of this name or label. */
export const fieldPattern = (field: string) => `%~${fieldName(field).replace(/[\\%_]/g, '\\$&')}~%`;

const fieldName = (name: string) => foldText(name);
