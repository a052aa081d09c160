import { randomBytes } from 'node:crypto';
import { derivedId, TenantId, UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { readAccount } from '@crm/platform/access/account.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import { type Job, job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { Seal } from '@crm/platform/secrets/seal.ts';
import { z } from 'zod';
import { enqueueMail, sealContent } from '../mail/queue.ts';
import { passwordLinkMail } from '../mail/templates/password-link.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A request for a link. `id` is that of its event, so that a repeated job issues the same link. */
const Request = z.object({ id: z.string(), tenant: TenantId, user: UserId, at: z.iso.datetime() });
type Request = z.infer<typeof Request>;

const MAIL_PASSWORD_LINK = { name: 'mail-password-link', payload: Request, attempts: 8 };

/** Mails a link for each request of an active account. */
export const mailPasswordLinks = reaction({
  name: 'password-links',
  events: ['PasswordLinkRequested'],
  handle: ({ id, data, at, meta: { tenant } }, { enqueue }) => {
    const { userId, account } = Requested.parse(data);
    if (userId === null || account !== 'active') return;
    enqueue(MAIL_PASSWORD_LINK, { id, tenant, user: userId, at: at.toISOString() }, { key: id });
  },
});
const Requested = z.object({ userId: UserId.nullable(), account: z.string() });

/**
 * Issues a link and queues its mail. The token exists in the mail only: its SHA-256 and the mail are stored in one
 * transaction, and the mail is encrypted while it waits.
 */
export const mailPasswordLink = (publicUrl: string, seal: Seal): Job<Request> =>
  job({
    ...MAIL_PASSWORD_LINK,
    async run({ id: request, tenant, user, at }, { store, pools, log }) {
      const requestedAt = new Date(at);
      const expiresAt = new Date(requestedAt.getTime() + HOUR_MS);
      if (expiresAt <= new Date()) return; // the product was off
      const { phase } = await readTenantState(store, tenant);
      if (phase === 'suspended' || phase === 'deleted') return;
      const account = await readAccount(store, user);
      if (!account) return;
      const id = derivedId(request, 'password link');
      const issued = await execute(
        // A workers process caches no lookups of users, and others read nothing of links.
        { store, lookups: { forget: () => {} } },
        {
          aggregate: users,
          stream: userStream(user),
          tenant,
          command: { type: 'IssuePasswordLink', link: id, expiresAt: expiresAt.toISOString() },
          actor: { kind: 'system', name: 'forgotten password' },
          origin: { ip: null, userAgent: null },
          commandId: { id, keyed: true, requestHash: null },
          creates: false,
        },
      );
      if (isRefused(issued) || issued.events.length === 0) {
        log.info({ user }, 'A link to set a password was not mailed: the account is no longer active');
        return;
      }
      const token = randomBytes(32).toString('base64url');
      const content = passwordLinkMail({
        name: account.name,
        email: account.details.email,
        // Browsers send the fragment of a URL to no server: it is in no log and no Referer.
        url: `${publicUrl}/reset-password#${token}`,
      });
      await inTransaction(pools.commands, async (tx) => {
        const { rowCount } = await tx.query(
          `insert into password_links (token_hash, id, user_id, tenant, expires_at) values ($1, $2, $3, $4, $5)
           on conflict (id) do nothing`,
          [tokenHash(token), id, user, tenant, expiresAt],
        );
        if (rowCount === 0) return; // queued by an earlier run of this job
        await enqueueMail(tx, {
          id,
          tenant,
          template: 'password-link',
          about: user,
          watcher: null,
          at: requestedAt,
          recipient: account.details.email,
          content: sealContent(seal, id, { ...content, attachments: [] }),
        });
      });
    },
  });
