import type { TimelineEntry } from '@crm/contracts/leads/lead.ts';
import type { Tone } from '../../ui/tone.ts';

export type Shown = 'all' | 'comments';

/** The entries to show, the latest first: all of the history, or only what people said. */
export function timelineOf(timeline: readonly TimelineEntry[], show: Shown): TimelineEntry[] {
  const entries = show === 'all' ? timeline : timeline.filter(({ event }) => event === 'LeadCommented');
  return [...entries].sort((one, other) => other.revision - one.revision);
}

/** Colour only where a person should look: what was said to or for the customer, and how the order stands. */
const tones: Record<string, Tone> = { status: 'info', customer: 'ok', follow_up: 'warn' };

/** The type badge: `follow_up` reads 'Follow Up'. */
export function typeBadge(type: string): { text: string; tone: Tone } {
  return { text: inWords(type), tone: tones[type] ?? 'neutral' };
}

/** Whether a comment is marked Internal beside its type; not where the type says so already. */
export function showsInternal({ event, type, isInternal }: TimelineEntry): boolean {
  return isInternal && event === 'LeadCommented' && type !== 'internal';
}

/** `fullName` and `follow_up` as people write them: 'Full Name', 'Follow Up'. */
export function inWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .split(/[\s_.]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
