import { type Schedule, schedule } from '@crm/platform/jobs/job.ts';
import type { MailTransport } from './transport.ts';

/** Days that ended mails are kept: long enough to see on Monday what failed, and no archive of addresses. */
const KEPT_DAYS = 30;

/** Longer than the attempts of a mail, which take a day. */
const WAITING_DAYS = 3;

/**
 * Ends mails whose last attempt was interrupted, and deletes ended mails and old files of the outbox. The mails of a report
 * stay without their recipients while its mailing does (workers/saved-reports/sweep.ts): their states are its result.
 */
export const sweepMails = (transport: MailTransport): Schedule =>
  schedule({
    name: 'sweep-mails',
    cron: '23 * * * *',
    catchUpMs: 0, // the next run deletes the same rows
    slots: 'long',
    async run({ pools }) {
      const pool = pools.background;
      // Index mails_waiting.
      await pool.query(
        `/* every tenant: sweeping */ update mails
            set state = 'failed', content = null, ended_at = now(),
                problem = coalesce(problem, 'The last attempt was interrupted')
          where ended_at is null and created_at < now() - make_interval(days => $1)`,
        [WAITING_DAYS],
      );
      // Index mails_age.
      await pool.query(
        `/* every tenant: sweeping */ delete from mails m
          where m.ended_at < now() - make_interval(days => $1)
            and not exists (select from report_mailings r
                             where r.tenant = m.tenant and r.report = m.about and r.due_at = m.cause_at)`,
        [KEPT_DAYS],
      );
      await pool.query(
        `/* every tenant: sweeping */ update mails set recipient = ''
          where ended_at < now() - make_interval(days => $1) and recipient <> ''`,
        [KEPT_DAYS],
      );
      await transport.sweep(KEPT_DAYS);
    },
  });
