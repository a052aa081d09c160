import { updateTheme } from '@crm/contracts/tenants/settings.ts';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.organization.themeColor;

export const presets = [
  { name: texts.presetNames.indigo, color: '#6366f1' },
  { name: texts.presetNames.blue, color: '#3b82f6' },
  { name: texts.presetNames.cyan, color: '#06b6d4' },
  { name: texts.presetNames.teal, color: '#14b8a6' },
  { name: texts.presetNames.green, color: '#22c55e' },
  { name: texts.presetNames.lime, color: '#84cc16' },
  { name: texts.presetNames.yellow, color: '#eab308' },
  { name: texts.presetNames.orange, color: '#f97316' },
  { name: texts.presetNames.red, color: '#ef4444' },
  { name: texts.presetNames.pink, color: '#ec4899' },
  { name: texts.presetNames.purple, color: '#a855f7' },
  { name: texts.presetNames.violet, color: '#8b5cf6' },
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
  return { kind: 'wrong', text: read.error.issues[0]?.message ?? texts.invalid };
}
