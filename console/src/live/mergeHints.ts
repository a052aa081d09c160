import type { Hint, Topic } from '@crm/contracts/live/hint.ts';

/** The hints of one topic that came close together. */
export type Merged = { topic: Topic; ids: ReadonlySet<string>; position: string };

/** What has no place in history ('') is about now, whatever it comes together with. */
const laterOf = (one: string, other: string) => (one === '' || other === '' ? '' : one > other ? one : other);

/** Hints by topic: ids together, the latest position of each. */
export function mergeHints(hints: readonly (Hint | Merged)[]): Merged[] {
  const byTopic = new Map<Topic, Merged>();
  for (const { topic, ids, position } of hints) {
    const known = byTopic.get(topic);
    byTopic.set(topic, {
      topic,
      ids: new Set([...(known?.ids ?? []), ...ids]),
      position: known ? laterOf(known.position, position) : position,
    });
  }
  return [...byTopic.values()];
}
