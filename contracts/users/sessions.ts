import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, id, instant, nothing } from '../fields.ts';

/** A user's running sessions, the last used first: at most 100. An operator sees only the own ones. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/users/:id/sessions',
  params: byId,
  data: z.array(
    z.object({
      _id: z.string(),
      /** As the browser names itself. */
      userAgent: z.string().nullable(),
      ip: z.string().nullable(),
      createdAt: instant,
      /** To the minute. */
      lastSeen: instant,
      expiresAt: instant,
      /** Whether this call uses it. */
      isCurrent: z.boolean(),
    }),
  ),
});

/** Ends one session. */
export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/users/:id/sessions/:sessionId',
  params: z.strictObject({ id, sessionId: id }),
  data: nothing,
});

/** Ends all sessions of a user but the one that calls. */
export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/:id/sessions',
  params: byId,
  data: nothing,
});
