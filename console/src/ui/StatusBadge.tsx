import { Badge } from './Badge.tsx';
import type { Tone } from './tone.ts';

/** The colour of each status; unknown statuses are grey. */
const tones: Record<string, Tone> = {
  processing: 'info',
  approved: 'ok',
  cancelled: 'bad',
  hold: 'pause',
  trash: 'neutral',
  pending: 'warn',
  rejected: 'bad',
  success: 'ok',
  warning: 'warn',
  error: 'bad',
  info: 'info',
  active: 'ok',
  inactive: 'neutral',
};

export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status.toLowerCase()] ?? 'neutral'}>{capitalised(status)}</Badge>;
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
