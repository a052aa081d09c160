import type { LeadId, OfferId, PostbackId, TenantId, UserId, ViewId } from './ids.ts';

/** Stream names: the aggregate, a dash, the id. */
export const leadStream = (id: LeadId) => `lead-${id}`;
export const offerStream = (id: OfferId) => `offer-${id}`;
export const postbackStream = (id: PostbackId) => `postback-${id}`;
export const userStream = (id: UserId) => `user-${id}`;
export const tenantStream = (id: TenantId) => `tenant-${id}`;
/** One stream a sign-in (or a failed try), so that a user's own stream stays short however often they sign in. */
export const sessionStream = (id: string) => `session-${id}`;
/** Long work: an upload, an export, a bulk action. */
export const batchStream = (id: string) => `batch-${id}`;
export const viewStream = (id: ViewId) => `view-${id}`;
/** What a person looks at. */
export const viewerStream = (id: UserId) => `viewer-${id}`;

/** The id behind the aggregate; a UUID in every stream of ours. */
export const idOf = (stream: string) => stream.slice(stream.indexOf('-') + 1);
