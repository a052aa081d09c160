import { z } from 'zod';
import { oneOf } from '../language/field-errors.ts';
import { authenticationTypes, postbackMethods, triggerEvents } from './vocabulary.ts';

/** The enumerations of postbacks, as schemas. */
export const TriggerEvent = oneOf(triggerEvents);

export const PostbackMethod = z.enum(postbackMethods, { error: 'Must be GET or POST' });

export const AuthenticationType = oneOf(authenticationTypes);

const bodyFormats = ['json', 'form'] as const;
export const BodyFormat = z.enum(bodyFormats, { error: 'Must be json or form' });

/**
 * Why a postback is off: a user disabled it, the partner answered 410 Gone, or its organisation was imported, without
 * the secrets.
 */
const disabledReasons = ['by-hand', 'gone', 'imported'] as const;
export const DisabledReason = z.enum(disabledReasons);
export type DisabledReason = z.infer<typeof DisabledReason>;
