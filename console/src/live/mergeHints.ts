import type { Hint, Topic } from '@crm/contracts/live/hint.ts';

/** The merged hints of one topic. */
export type Merged = { topic: Topic; ids: ReadonlySet<string>; position: string };

/** The later of two positions. '' (a change without a position) applies at once, so it wins. */
export function laterOf(one: string, other: string): string {
  if (one === '' || other === '') return '';
  return one > other ? one : other;
}

/** Merges hints by topic: all ids and the latest position. */
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
