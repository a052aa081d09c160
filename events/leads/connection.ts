/** The outcome of a call that promises another one at a certain time. */
export const CALL_BACK = 'Call Back';

/** Outcomes of a call, for structured comments. */
export const connections = [
  {
    value: 'connected',
    label: 'Connected',
    reasons: [
      'Order Placed',
      CALL_BACK,
      'RPNA',
      'Call Disconnected By Cust.',
      'Already Book Another Comp',
      'Language Barrier',
      'Not Interested',
    ],
  },
  {
    value: 'not-connected',
    label: 'Not Connected',
    reasons: [
      'Ringing',
      'Switch Off',
      'Not Reachable',
      'Incoming Not All',
      'Invalid Number',
      'Busy On Another Call',
    ],
  },
] as const;

export type Connection = (typeof connections)[number]['value'];

/** '{status label} - {reason}', or only the label: the text that the dialog shows and sends. */
export function composeComment(connection: Connection, reason: string): string {
  const label = connection === 'connected' ? 'Connected' : 'Not Connected';
  return reason.trim() === '' ? label : `${label} - ${reason.trim()}`;
}

/** Whether a comment is the outcome of a call. */
export const isCall = (content: string): boolean => readComment(content) !== null;

/** Parses a structured comment; null for a free text. */
export function readComment(content: string): { connection: Connection; reason: string } | null {
  for (const { value, label } of connections) {
    if (content === label) return { connection: value, reason: '' };
    if (content.startsWith(`${label} - `))
      return { connection: value, reason: content.slice(label.length + 3) };
  }
  return null;
}
