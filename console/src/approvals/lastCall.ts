import type { Lead } from '@crm/contracts/leads/lead.ts';
import { composeComment } from '@crm/events/leads/connection.ts';

/** 'Connected - Call Back'; null without a call. */
export function lastCallText(call: Lead['lastCall']): string | null {
  return call && composeComment(call.connection, call.reason);
}
