import type { UploadField } from '@crm/contracts/leads/upload-columns.ts';
import { cutText } from '@crm/events/language/text.ts';
import type { Fields } from './fields.ts';

const additionalNames = {
  IP: 'ip',
  'Tracking code': 'tracking_code',
  Company: 'company',
  Manager: 'manager',
  'UTM Source': 'utm_source',
  'UTM Campaign': 'utm_campaign',
  'UTM Content': 'utm_content',
  'UTM Term': 'utm_term',
  'UTM Medium': 'utm_medium',
} as const satisfies Partial<Record<UploadField, string>>;

const MOST_ADDITIONAL = 30;
const LONGEST_ADDITIONAL = 200;

/** The columns that fill no field of a lead, by name. @param reason a decline reason that the lead's status cannot keep */
export function extraOf({ text, additional }: Fields, reason: string | null): Record<string, string> {
  const kept: [string, string][] = [];
  for (const [column, name] of Object.entries(additionalNames)) {
    // The keys of `additionalNames` are upload fields.
    const value = text(column as keyof typeof additionalNames, LONGEST_ADDITIONAL);
    if (value !== null) kept.push([name, value]);
  }
  if (reason !== null) kept.push(['decline_reason', cutText(reason, LONGEST_ADDITIONAL)]);
  for (const [name, value] of additional())
    if (value !== '') kept.push([name, cutText(value, LONGEST_ADDITIONAL)]);
  return Object.fromEntries(kept.slice(0, MOST_ADDITIONAL));
}
