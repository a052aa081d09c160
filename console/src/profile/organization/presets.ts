import { updateTheme } from '@crm/contracts/tenants/settings.ts';

export const presets = [
  { name: 'Indigo', color: '#6366f1' },
  { name: 'Blue', color: '#3b82f6' },
  { name: 'Cyan', color: '#06b6d4' },
  { name: 'Teal', color: '#14b8a6' },
  { name: 'Green', color: '#22c55e' },
  { name: 'Lime', color: '#84cc16' },
  { name: 'Yellow', color: '#eab308' },
  { name: 'Orange', color: '#f97316' },
  { name: 'Red', color: '#ef4444' },
  { name: 'Pink', color: '#ec4899' },
  { name: 'Purple', color: '#a855f7' },
  { name: 'Violet', color: '#8b5cf6' },
] as const;

export function sameColor(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The result of a typed colour: a new one, the current one, or an error with its text. */
export type TypedColor =
  | { kind: 'new'; color: string }
  | { kind: 'current' }
  | { kind: 'wrong'; text: string };

export function readColor(typed: string, current: string): TypedColor {
  const colorHash = typed.trim();
  if (sameColor(colorHash, current)) return { kind: 'current' };
  const read = updateTheme.body.safeParse({ colorHash });
  if (read.success) return { kind: 'new', color: colorHash };
  return { kind: 'wrong', text: read.error.issues[0]?.message ?? 'Must be a colour' };
}
