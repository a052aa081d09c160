import { TenantId, UserId } from '@crm/events/ids.ts';
import { idOf } from '@crm/events/streams.ts';
import { job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { z } from 'zod';

/** The sessions of a user until `at` end; all, and the password, with the user's account. */
const End = z.object({ tenant: TenantId, user: UserId, at: z.iso.datetime(), isDeleted: z.boolean() });

/**
 * Ends the sessions of a deactivated or deleted user, and removes the password of a deleted one. The command has done so after
 * its event (command-api/users/users.ts), unless its process was killed in between. Then the sessions of a deactivated user
 * would be accepted again after a reactivation.
 */
export const endAccess = job({
  name: 'end-access-of-user',
  payload: End,
  attempts: 10,
  async run({ tenant, user, at, isDeleted }, { pools }) {
    // Index sessions_user. Sessions from after a reactivation stay.
    await pools.auth.query(
      `update sessions set revoked_at = now()
        where tenant = $1 and user_id = $2 and revoked_at is null and ($3 or created_at <= $4)`,
      [tenant, user, isDeleted, at],
    );
    if (isDeleted) await pools.auth.query('delete from passwords where user_id = $1', [user]);
  },
});

export const endAccessOfLeavers = reaction({
  name: 'user-ends',
  events: ['UserEdited', 'UserDeleted'],
  handle: ({ id, type, stream, data, at, meta: { tenant } }, { enqueue }) => {
    const isDeleted = type === 'UserDeleted';
    if (!isDeleted && Edited.parse(data).changes.isActive !== false) return;
    const user = UserId.parse(idOf(stream));
    enqueue(endAccess, { tenant, user, at: at.toISOString(), isDeleted }, { key: id });
  },
});
const Edited = z.object({ changes: z.object({ isActive: z.boolean().optional() }) });
