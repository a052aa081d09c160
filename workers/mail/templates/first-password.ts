import type { MailText } from '../content.ts';
import { layOut } from '../layout.ts';

/** An account without a password, and the link that sets its first one. */
export type FirstPassword = {
  /** Full name and email of the new admin. */
  name: string;
  email: string;
  /** Days in which the link can be used. */
  validDays: number;
  /** The page that sets the first password, with the token of the link. */
  url: string;
};

type Wording = {
  subject: string;
  opening: string;
  /** The purpose of the account. */
  fact: { name: string; value: string };
  reason: string;
};

/** The mail with the link; its wording depends on how the account came to be. */
export const firstPasswordMail = (
  { subject, opening, fact, reason }: Wording,
  { email, validDays, url }: FirstPassword,
): MailText =>
  layOut({
    subject,
    opening,
    facts: [
      { name: 'Account', value: email },
      fact,
      {
        name: 'Valid',
        value: `for ${validDays} days, once; after that, “Forgot your password?” on the sign-in page mails a new link`,
      },
    ],
    action: { label: 'Set your password', url },
    reason,
  });

export const firstPasswordSample: FirstPassword = {
  name: 'Asha <Verma>',
  email: 'asha.verma@example.com',
  validDays: 3,
  url: 'https://crm.example.com/reset-password#sample',
};
