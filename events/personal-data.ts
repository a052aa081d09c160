import { joinPersonal, personalPaths, splitPersonal } from './leads/personal.ts';

/** The rules by which the event store encrypts personal data (platform/event-store/sealed). */
export const personalData = {
  /** Whether the events of a stream may have personal data, which gets a key of its own. */
  isIn: (stream: string): boolean => stream.startsWith('lead-'),
  /** Whether an event of this type ends the reading of its stream's personal data. */
  isErasure: (type: string): boolean => type === 'LeadErased',
  /** The paths of the personal values in the data of an event type. */
  placesOf: personalPaths,
  split: splitPersonal,
  join: joinPersonal,
};
