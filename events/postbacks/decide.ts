import { changedFields, withChanges } from '../language/changes.ts';
import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import type { PostbackDetails } from './details.ts';
import type { PostbackEvent } from './events.ts';
import { authenticationSecret, headerSecret, secretsOf } from './secrets.ts';
import { evolve, type Postback, type PresentPostback } from './state.ts';
import type { DisabledReason } from './vocabulary-schemas.ts';

/** `secrets` are the names of the secrets in the command; unused ones are not recorded. */
export type PostbackCommand =
  | { type: 'CreatePostback'; details: PostbackDetails; isActive: boolean; secrets: readonly string[] }
  | {
      type: 'EditPostback';
      changes: { [K in keyof PostbackDetails]?: PostbackDetails[K] | undefined };
      isActive?: boolean | undefined;
      secrets: readonly string[];
    }
  /** Null toggles the state. */
  | { type: 'TogglePostback'; to: boolean | null }
  /** The partner answered 410 Gone: it does not want this postback any more. */
  | { type: 'RetirePostback'; delivery: string }
  /** Its organisation was imported: secrets are not in an archive. */
  | { type: 'PauseImportedPostback' }
  | { type: 'RollPostbackSecret'; previousUntil: string }
  | { type: 'DeletePostback' };

export type PostbackRefusal =
  | 'postback-exists'
  | 'postback-not-found'
  | 'postback-password-required'
  | 'postback-token-required'
  | 'postback-api-key-required'
  | 'postback-get-body';

type PostbackDecision = Decision<PostbackEvent, PostbackRefusal>;

function decide(command: PostbackCommand, postback: Postback): PostbackDecision {
  if (command.type === 'CreatePostback') {
    if (postback.phase !== 'none') return refuse('postback-exists');
    const details = withKnownSecrets(command.details, command.secrets);
    const refusal = whyNot(details, command.secrets);
    if (refusal) return refuse(refusal);
    const secrets = secretsOf(details);
    return accept({ type: 'PostbackCreated', data: { details, isActive: command.isActive, secrets } });
  }
  if (postback.phase !== 'present') return refuse('postback-not-found');
  switch (command.type) {
    case 'EditPostback':
      return edit(command, postback);
    case 'TogglePostback':
      return accept(...switched(postback, command.to ?? !postback.isActive, 'by-hand', null));
    case 'RetirePostback':
      return accept(...switched(postback, false, 'gone', command.delivery));
    case 'PauseImportedPostback':
      return accept(...switched(postback, false, 'imported', null));
    case 'RollPostbackSecret':
      return accept({ type: 'PostbackSecretRolled', data: { previousUntil: command.previousUntil } });
    case 'DeletePostback':
      return accept({ type: 'PostbackDeleted', data: {} });
    default:
      return command satisfies never;
  }
}

function edit(
  command: Extract<PostbackCommand, { type: 'EditPostback' }>,
  postback: PresentPostback,
): PostbackDecision {
  const set = [...postback.secrets, ...command.secrets];
  const details = withKnownSecrets(withChanges(postback.details, command.changes), set);
  const refusal = whyNot(details, set);
  if (refusal) return refuse(refusal);
  const changes = changedFields(postback.details, details);
  const secrets = secretsOf(details).filter((name) => command.secrets.includes(name));
  const edited: PostbackEvent[] =
    changes || secrets.length > 0
      ? [{ type: 'PostbackEdited', data: { changes: changes ?? {}, secrets } }]
      : [];
  return accept(...edited, ...switched(postback, command.isActive ?? postback.isActive, 'by-hand', null));
}

/** Drops secret headers without a given or stored value, like the form drops empty rows. */
function withKnownSecrets(details: PostbackDetails, set: readonly string[]): PostbackDetails {
  const headers = details.headers.filter(
    ({ key, value }) => value !== null || set.includes(headerSecret(key)),
  );
  return headers.length === details.headers.length ? details : { ...details, headers };
}

function whyNot(
  { authentication, method, bodyTemplate }: PostbackDetails,
  set: readonly string[],
): PostbackRefusal | null {
  if (method === 'GET' && bodyTemplate) return 'postback-get-body';
  const needed = authenticationSecret(authentication);
  if (needed === null || set.includes(needed)) return null;
  switch (authentication.type) {
    case 'basic':
      return 'postback-password-required';
    case 'bearer':
      return 'postback-token-required';
    default:
      return 'postback-api-key-required';
  }
}

function switched(
  postback: PresentPostback,
  to: boolean,
  reason: DisabledReason,
  delivery: string | null,
): PostbackEvent[] {
  if (to === postback.isActive) return [];
  return [
    to ? { type: 'PostbackEnabled', data: {} } : { type: 'PostbackDisabled', data: { reason, delivery } },
  ];
}

export const postbackDecider: Decider<Postback, PostbackCommand, PostbackEvent, PostbackRefusal> = {
  initialState: { phase: 'none' },
  evolve,
  decide,
};
