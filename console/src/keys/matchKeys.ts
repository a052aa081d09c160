export type Match<A> = { kind: 'hit'; action: A } | { kind: 'waiting' } | { kind: 'none' };

/**
 * Matches the keys typed so far: an action, a prefix of one, or nothing. Of equal keys, the last action wins.
 */
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
