import type { TimelineEntry } from '@crm/contracts/leads/lead.ts';
import type { Tone } from '../../ui/tone.ts';

export type Shown = 'all' | 'comments';

/** The entries to show, newest first: the whole history or only the comments. */
export function timelineOf(timeline: readonly TimelineEntry[], show: Shown): TimelineEntry[] {
  const entries = show === 'all' ? timeline : timeline.filter(({ event }) => event === 'LeadCommented');
  return [...entries].sort((one, other) => other.revision - one.revision);
}

/** Only status changes, customer comments and follow-ups have a colour; other entries need no attention. */
const tones: Record<string, Tone> = { status: 'info', customer: 'ok', follow_up: 'warn' };

/** The type badge: `follow_up` becomes 'Follow Up'. */
export function typeBadge(type: string): { text: string; tone: Tone } {
  return { text: inWords(type), tone: tones[type] ?? 'neutral' };
}

/** Whether to mark a comment as Internal. Comments of the type internal need no second mark. */
export function showsInternal({ event, type, isInternal }: TimelineEntry): boolean {
  return isInternal && event === 'LeadCommented' && type !== 'internal';
}

/** Converts `fullName` or `follow_up` to words: 'Full Name', 'Follow Up'. */
export function inWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .split(/[\s_.]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
