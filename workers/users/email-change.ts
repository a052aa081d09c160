import { derivedId } from '@crm/events/derived-ids.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { idOf, userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { readTenantState } from '@crm/platform/access/tenant.ts';
import { load } from '@crm/platform/commands/load.ts';
import { type Job, job } from '@crm/platform/jobs/job.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { z } from 'zod';
import { enqueueMail } from '../mail/queue.ts';
import { emailChangedMail } from '../mail/templates/email-changed.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A change of a user's email. `id` is that of its event. */
const Change = z.object({
  id: z.string(),
  tenant: TenantId,
  user: UserId,
  by: z.string(),
  at: z.iso.datetime(),
});
type Change = z.infer<typeof Change>;

const MAIL_EMAIL_CHANGE = { name: 'mail-email-change', payload: Change, attempts: 10 };

/** Follows each change of an email, also by an admin: the former address learns that it no longer is the account's. */
export const noticeEmailChanges = reaction({
  name: 'email-changes',
  events: ['UserEdited'],
  handle: ({ id, stream, data, at, meta: { tenant, actor } }, { enqueue }) => {
    if (Edited.parse(data).changes.email === undefined) return;
    const by = actor.kind === 'partner' ? 'a partner' : actor.name;
    const change = { id, tenant, user: UserId.parse(idOf(stream)), by, at: at.toISOString() };
    enqueue(MAIL_EMAIL_CHANGE, change, { key: id });
  },
});
const Edited = z.object({ changes: z.object({ email: z.string().optional() }) });

/**
 * Mails a notice to the address from before. Does nothing for an account that had no password yet, whose address was only
 * corrected, and a day after the change: a new installation of this reaction begins with the oldest event.
 */
export const mailEmailChange = (publicUrl: string): Job<Change> =>
  job({
    ...MAIL_EMAIL_CHANGE,
    async run({ id, tenant, user, by, at }, { store, pools, cause }) {
      if (Date.parse(at) < Date.now() - DAY_MS) return;
      const { phase } = await readTenantState(store, tenant);
      if (phase === 'suspended' || phase === 'deleted') return;
      const { recorded, events } = await load(store, users.types, userStream(user));
      const before = fold(
        users.decider,
        events.slice(
          0,
          recorded.findIndex((event) => event.id === id),
        ),
      );
      if (before.phase !== 'present' || before.invitation !== null) return;
      const { fullName: name, email } = before.details;
      const content = emailChangedMail({
        name,
        email,
        changedBy: by,
        changedAt: new Date(at),
        url: `${publicUrl}/profile`,
      });
      await inTransaction(pools.commands, (tx) =>
        enqueueMail(tx, {
          id: derivedId(id, 'email changed'),
          tenant,
          template: 'email-changed',
          about: user,
          watcher: null,
          at: new Date(at),
          recipient: email,
          content: { ...content, attachments: [] },
          cause,
        }),
      );
    },
  });
