export type Match<A> = { kind: 'hit'; action: A } | { kind: 'waiting' } | { kind: 'none' };

/** What keys typed so far mean: an action, the beginning of one, or nothing. The last action of equal keys wins. */
export function matchKeys<A extends { keys?: string | undefined }>(
  typed: readonly string[],
  actions: readonly A[],
): Match<A> {
  const text = typed.join(' ');
  const hit = actions.findLast((action) => action.keys === text);
  if (hit) return { kind: 'hit', action: hit };
  if (actions.some((action) => action.keys?.startsWith(`${text} `))) return { kind: 'waiting' };
  return { kind: 'none' };
}
