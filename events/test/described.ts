import { type Descriptions, describeBy, type Names } from '../language/describe.ts';

/** A description as lines of text for tests: the sentence, each change ('?' for an unknown value), and the reason. */
export function described<E extends { type: string; data: unknown }>(
  descriptions: Descriptions<E>,
  event: E,
  names?: Names,
): string[] {
  const { text, changes, reason } = describeBy(descriptions, event, names);
  const lines = changes.map(({ label, from, to }) => `${label}: ${from ?? '?'} → ${to}`);
  return [text, ...lines, ...(reason ? [`Reason: ${reason}`] : [])];
}
