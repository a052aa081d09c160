/** The meanings of colours. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'pause' | 'neutral';

/** Text on a soft background; every pair has AA contrast in both modes. */
export const toneLook: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  pause: 'bg-pause-soft text-pause',
  neutral: 'bg-sunken text-muted',
};
