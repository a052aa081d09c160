import { derivedId } from '@crm/events/derived-ids.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { type Job, job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import type { Seal } from '@crm/platform/secrets/seal.ts';
import { z } from 'zod';
import { passwordLinkMail } from '../mail/templates/password-link.ts';
import { mailLink } from './password-link.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A request for a link. `id` is that of its event, so that a repeated job issues the same link. */
const Request = z.object({ id: z.string(), tenant: TenantId, user: UserId, at: z.iso.datetime() });
type Request = z.infer<typeof Request>;

const MAIL_PASSWORD_LINK = { name: 'mail-password-link', payload: Request, attempts: 8 };

/** Mails a link for each request of an active account. */
export const mailPasswordLinks = reaction({
  name: 'password-links',
  events: ['PasswordLinkRequested'],
  handle: (event, { enqueue }) => {
    const { id, data, at, meta } = event;
    const { userId, account } = Requested.parse(data);
    if (userId === null || account !== 'active') return;
    const request = { id, tenant: meta.tenant, user: userId, at: at.toISOString() };
    enqueue(MAIL_PASSWORD_LINK, request, { key: id });
  },
});
const Requested = z.object({ userId: UserId.nullable(), account: z.string() });

/** Issues a link that is valid for an hour, and queues its mail. */
export const mailPasswordLink = (publicUrl: string, seal: Seal): Job<Request> =>
  job({
    ...MAIL_PASSWORD_LINK,
    run: ({ id: request, tenant, user, at }, context) =>
      mailLink({ publicUrl, seal }, context, {
        id: derivedId(request, 'password link'),
        tenant,
        user,
        requestedAt: new Date(at),
        expiresAt: new Date(Date.parse(at) + HOUR_MS),
        actor: 'forgotten password',
        template: 'password-link',
        write: ({ name, details: { email } }, url) => passwordLinkMail({ name, email, url }),
      }),
  });
