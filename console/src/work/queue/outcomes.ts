import { CALL_BACK, type Connection, composeComment, connections } from '@crm/events/leads/connection.ts';
import type { ActionName } from '../../keys/keymap.ts';

/** The outcome of a call: a predefined reason, and its key. */
export type Outcome = { connection: Connection; reason: string; action: ActionName; content: string };

/** One key per reason of both connections. */
const actions = [
  'choice-1',
  'choice-2',
  'choice-3',
  'choice-4',
  'choice-5',
  'choice-6',
  'choice-7',
  'choice-8',
  'choice-9',
  'choice-10',
  'choice-11',
  'choice-12',
  'choice-13',
] as const;

/** All outcomes, in the order of their keys. */
export const outcomes: readonly Outcome[] = connections
  .flatMap(({ value, reasons }) => reasons.map((reason) => ({ connection: value, reason })))
  .flatMap(({ connection, reason }, at) => {
    const action = actions[at];
    return action ? [{ connection, reason, action, content: composeComment(connection, reason) }] : [];
  });

/** The outcome that asks for the time of the next call. */
export const isCallback = ({ reason }: Outcome): boolean => reason === CALL_BACK;
