import { withChanges } from '../language/changes.ts';
import type { PostbackDetails } from './details.ts';
import type { PostbackEvent } from './events.ts';
import { secretsOf } from './secrets.ts';

export type PresentPostback = {
  phase: 'present';
  details: PostbackDetails;
  isActive: boolean;
  /** The names of the secrets that are set. */
  secrets: readonly string[];
};
export type Postback = { phase: 'none' } | PresentPostback | { phase: 'deleted' };

/** Applies an event to the state. */
export function evolve(postback: Postback, event: PostbackEvent): Postback {
  if (event.type === 'PostbackCreated') {
    const { details, isActive, secrets } = event.data;
    return { phase: 'present', details, isActive, secrets };
  }
  if (postback.phase !== 'present') return postback;
  switch (event.type) {
    case 'PostbackEdited': {
      const details = withChanges(postback.details, event.data.changes);
      const set = new Set([...postback.secrets, ...event.data.secrets]);
      return { ...postback, details, secrets: secretsOf(details).filter((name) => set.has(name)) };
    }
    case 'PostbackEnabled':
      return { ...postback, isActive: true };
    case 'PostbackDisabled':
      return { ...postback, isActive: false };
    case 'PostbackSecretRolled':
      return postback;
    case 'PostbackDeleted':
      return { phase: 'deleted' };
    default:
      return event satisfies never;
  }
}
