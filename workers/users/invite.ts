import { derivedId } from '@crm/events/derived-ids.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { idOf, tenantStream } from '@crm/events/streams.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { settingsOf } from '@crm/events/tenants/state.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import { type Job, job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import type { Seal } from '@crm/platform/secrets/seal.ts';
import { z } from 'zod';
import { FIRST_LINK_DAYS, firstLinkEnd, mailLink } from '../auth/password-link.ts';
import { userInvitationMail } from '../mail/templates/user-invitation.ts';

/** `id` is that of the event, so that a repeated job issues the same link. */
const Invitation = z.object({ id: z.string(), tenant: TenantId, user: UserId, at: z.iso.datetime() });
type Invitation = z.infer<typeof Invitation>;

const INVITE_USER = { name: 'invite-user', payload: Invitation, attempts: 12 };

/** Follows an admin's creation of a user without a password. */
export const inviteUsers = reaction({
  name: 'user-invitations',
  events: ['UserInvitedToOrganization'],
  handle: (event, { enqueue }) => {
    const { id, stream, at, meta } = event;
    const user = UserId.parse(idOf(stream));
    const invitation = { id, tenant: meta.tenant, user, at: at.toISOString() };
    enqueue(INVITE_USER, invitation, { key: id });
  },
});

/** Mails a user who was created without a password a link that sets it. Does nothing for an inactive user. */
export const inviteUser = (publicUrl: string, seal: Seal): Job<Invitation> =>
  job({
    ...INVITE_USER,
    async run({ id, tenant, user, at }, context) {
      const settings = settingsOf(await loadState(context.store, tenants, tenantStream(tenant)));
      if (!settings) return;
      const requestedAt = new Date(at);
      await mailLink({ publicUrl, seal }, context, {
        id: derivedId(id, 'password link'),
        tenant,
        user,
        requestedAt,
        expiresAt: firstLinkEnd(requestedAt),
        actor: 'invitation',
        template: 'user-invitation',
        write: ({ name, details: { email } }, url) =>
          userInvitationMail({
            name,
            email,
            organizationName: settings.organizationName,
            validDays: FIRST_LINK_DAYS,
            url,
          }),
      });
    },
  });
