import { derivedId, tenantCreation } from '@crm/events/derived-ids.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { idOf, tenantStream } from '@crm/events/streams.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { settingsOf } from '@crm/events/tenants/state.ts';
import { bySystem, keyedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { loadState } from '@crm/platform/commands/load-state.ts';
import { RetryLater } from '@crm/platform/failures/classify.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { type Job, job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import type { Seal } from '@crm/platform/secrets/seal.ts';
import { z } from 'zod';
import { FIRST_LINK_DAYS, firstLinkEnd, mailLink } from '../auth/password-link.ts';
import { invitationMail } from '../mail/templates/invitation.ts';

const Invited = z.object({ organizationName: z.string(), timeZone: z.string().nullable() });
const Invitation = Invited.extend({
  id: z.string(),
  tenant: TenantId,
  user: UserId,
  at: z.iso.datetime(),
});
type Invitation = z.infer<typeof Invitation>;

const INVITE = { name: 'invite-admin', payload: Invitation, attempts: 12 };

/** Follows a super admin's creation of an organisation with its first admin. */
export const inviteAdmins = reaction({
  name: 'admin-invitations',
  events: ['UserInvited'],
  handle: (event, { enqueue }) => {
    const { id, stream, at, data, meta } = event;
    const user = UserId.parse(idOf(stream));
    const invitation = { ...Invited.parse(data), id, tenant: meta.tenant, user, at: at.toISOString() };
    enqueue(INVITE, invitation, { key: id });
  },
});

/**
 * Creates the organisation of an invited admin, and mails the admin a link that sets the password. Both recognise that they
 * were done, so a job whose process was killed is repeated as a whole.
 */
export const inviteAdmin = (publicUrl: string, seal: Seal): Job<Invitation> =>
  job({
    ...INVITE,
    async run({ id, tenant, user, at, organizationName, timeZone }, context) {
      const created = await execute(context, {
        aggregate: tenants,
        stream: tenantStream(tenant),
        tenant,
        command: { type: 'CreateTenant', organizationName, ...(timeZone !== null && { timeZone }) },
        ...bySystem('invitation'),
        commandId: keyedCommandId(tenantCreation(tenant)),
        creates: true,
        ...context.cause,
      });
      if (isRefused(created) && created.refusal !== 'tenant-exists')
        throw new RetryLater(`An organisation was not created: ${created.refusal}`);
      // A repeated invitation may come after a renaming.
      const settings = settingsOf(await loadState(context.store, tenants, tenantStream(tenant)));
      if (!settings) return;
      await mailLink({ publicUrl, seal }, context, {
        id: derivedId(id, 'password link'),
        tenant,
        user,
        requestedAt: new Date(at),
        expiresAt: firstLinkEnd(new Date(at)),
        actor: 'invitation',
        template: 'invitation',
        write: ({ name, details: { email } }, url) =>
          invitationMail({
            name,
            email,
            organizationName: settings.organizationName,
            validDays: FIRST_LINK_DAYS,
            url,
          }),
      });
    },
  });
