import type { Descriptions } from '../language/describe.ts';
import type { EndReason, ViewingEvent } from './events.ts';

const reasons: Record<EndReason, string> = {
  stopped: 'Stopped by the super admin',
  expired: 'Its time was over',
  'signed-out': 'The session of the super admin ended',
};

/** Each event of a viewing for people. */
export const viewingDescriptions: Descriptions<ViewingEvent> = {
  ViewingStarted: ({ adminName, expiresAt }) => ({
    text: `A super admin began to view the organization as ${adminName}, read only`,
    changes: [],
    reason: `Until ${expiresAt}`,
  }),
  ViewingEnded: ({ reason }) => ({
    text: 'A super admin stopped viewing the organization',
    changes: [],
    reason: reasons[reason],
  }),
};
