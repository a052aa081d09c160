import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import { type TriggerEvent, triggerEvents } from '@crm/events/postbacks/vocabulary.ts';
import type { Tone } from '../ui/tone.ts';
import { postbackTexts } from './texts.ts';

export const triggerLabels: Record<TriggerEvent, string> = postbackTexts.list.triggers;
export const triggerOptions = triggerEvents.map((value) => ({ value, label: triggerLabels[value] }));

export const logStatusLabels: Record<PostbackLog['status'], string> = postbackTexts.delivery.statuses;

export const logStatusTones: Record<PostbackLog['status'], Tone> = {
  success: 'ok',
  failed: 'bad',
  pending: 'info',
  retry: 'warn',
  suppressed: 'neutral',
};

/** Green for 2xx, red for 400 and above. */
export function httpStatusLook(status: number | null): string {
  if (status === null) return 'text-muted';
  if (status >= 400) return 'text-bad';
  return status >= 200 && status < 300 ? 'text-ok' : '';
}

/** Red over 1000 ms, yellow over 500 ms. */
export function responseTimeLook(ms: number | null): string {
  if (ms === null) return 'text-muted';
  if (ms > 1000) return 'text-bad';
  return ms > 500 ? 'text-warn' : '';
}

/** The percentage of successful deliveries with one decimal; null without deliveries. */
export function successPercent({ totalSent, totalSuccess }: { totalSent: number; totalSuccess: number }) {
  return totalSent === 0 ? null : Math.round((totalSuccess / totalSent) * 1000) / 10;
}

/** Green from 80 percent on, else yellow. */
export const successLook = (percent: number) => (percent >= 80 ? 'text-ok' : 'text-warn');
