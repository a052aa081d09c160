import { randomBytes } from 'node:crypto';
import type { TenantId, UserId } from '@crm/events/ids.ts';
import { userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { type FullAccount, readAccount } from '@crm/platform/access/account.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { bySystem, keyedCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { tokenHash } from '@crm/platform/http/authenticate.ts';
import { isRefused } from '@crm/platform/http/result.ts';
import type { JobContext } from '@crm/platform/jobs/job.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import type { Seal } from '@crm/platform/secrets/seal.ts';
import type { MailText } from '../mail/content.ts';
import { enqueueMail, sealContent } from '../mail/queue.ts';

/** Days in which a link that sets a first password can be used. */
export const FIRST_LINK_DAYS = 3;

/** The end of a link that sets a first password. */
export const firstLinkEnd = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + FIRST_LINK_DAYS * 24 * 60 * 60 * 1000);

type LinkMail = {
  /** Names the link: a repeated job issues the same one. */
  id: string;
  tenant: TenantId;
  user: UserId;
  /** The time of the request, which is the mail's Date. */
  requestedAt: Date;
  expiresAt: Date;
  /** The actor of the event. */
  actor: string;
  template: string;
  /** @param url the page that sets the password, with the token of the link */
  write: (account: FullAccount, url: string) => MailText;
};

/**
 * Issues a link to set a password and queues its mail. The token exists in the mail only: its SHA-256 and the mail are
 * stored in one transaction, and the mail is encrypted while it waits. Does nothing for an inactive account, or
 * when its email changes meanwhile: no link may go to the old address.
 */
export async function mailLink(
  { publicUrl, seal }: { publicUrl: string; seal: Seal },
  { store, forgetLookup, pools, log, cause }: JobContext,
  { id, tenant, user, requestedAt, expiresAt, actor, template, write }: LinkMail,
): Promise<void> {
  if (expiresAt <= new Date()) return; // the product was off
  const { phase } = await readTenantState(store, tenant);
  if (phase === 'suspended' || phase === 'deleted') return;
  const account = await readAccount(store, user);
  if (!account) return;
  const { email } = account.details;
  const issued = await execute(
    { store, forgetLookup },
    {
      aggregate: users,
      stream: userStream(user),
      tenant,
      command: { type: 'IssuePasswordLink', link: id, email, expiresAt: expiresAt.toISOString() },
      ...bySystem(actor),
      commandId: keyedCommandId(id),
      creates: false,
      ...cause,
    },
  );
  if (isRefused(issued) || issued.events.length === 0) {
    log.info(
      { user },
      'A link to set a password was not mailed: the account is no longer active, or has another email now',
    );
    return;
  }
  const token = randomBytes(32).toString('base64url');
  // Browsers send the fragment of a URL to no server: it is in no log and no Referer.
  const content = write(account, `${publicUrl}/reset-password#${token}`);
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
      template,
      about: user,
      watcher: null,
      at: requestedAt,
      recipient: email,
      content: sealContent(seal, id, { ...content, attachments: [] }),
      cause,
    });
  });
}
