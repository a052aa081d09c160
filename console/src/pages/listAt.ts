/**
 * A list with these parameters of its URL. There is always one, because a list that is opened without parameters
 * restores the last used view: a figure would open a list of other rows.
 */
export function listAt(list: string, parameters: Record<string, string> = {}): string {
  const params = new URLSearchParams(parameters);
  if (params.size === 0) params.set('page', '1');
  return `${list}?${params}`;
}
