import { utcMinute } from '@crm/events/language/utc-minute.ts';
import type { MailText } from '../content.ts';
import { layOut } from '../layout.ts';

type EmailChangedMail = {
  /** Full name and former email of the account. */
  name: string;
  email: string;
  /** The user who changed it. */
  changedBy: string;
  changedAt: Date;
  /** The account page. */
  url: string;
};

/**
 * To the former address of an account whose email was changed. The new one is left out: the former may have been the address
 * of a stranger, which an admin corrected.
 */
export const emailChangedMail = ({ name, email, changedBy, changedAt, url }: EmailChangedMail): MailText =>
  layOut({
    subject: 'The email of your account was changed',
    opening: `Hello ${name}, the email of your account was changed. This address no longer signs in, and gets no more mails about the account.`,
    facts: [
      { name: 'Former email', value: email },
      { name: 'Changed by', value: changedBy },
      { name: 'Changed', value: utcMinute(changedAt) },
    ],
    action: { label: 'Open your account', url },
    reason:
      'You get this mail because this was the email of the account. If you did not expect the change, ask an admin of your organization to correct it at once.',
  });

export const emailChangedSample: EmailChangedMail = {
  name: 'Asha <Verma>',
  email: 'asha.verma@example.com',
  changedBy: 'Ravi Rao',
  changedAt: new Date('2026-02-28T10:00:00.000Z'),
  url: 'https://crm.example.com/profile',
};
