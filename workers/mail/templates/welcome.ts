import type { MailText } from '../content.ts';
import { layOut } from '../layout.ts';

type WelcomeMail = {
  /** Full name and email of the new admin. */
  name: string;
  email: string;
  plan: string;
  /** Days in which the link can be used. */
  validDays: number;
  /** The page that sets the first password, with the token of the link. */
  url: string;
};

/** To the admin of an organisation that was just bought: the account has no password yet. */
export function welcomeMail({ name, email, plan, validDays, url }: WelcomeMail): MailText {
  return layOut({
    subject: 'Welcome: set your password',
    opening: `Hello ${name}, thank you for your purchase. Your account is ready: choose a password to begin.`,
    facts: [
      { name: 'Account', value: email },
      { name: 'Plan', value: plan },
      {
        name: 'Valid',
        value: `for ${validDays} days, once; after that, “Forgot your password?” on the sign-in page mails a new link`,
      },
    ],
    action: { label: 'Set your password', url },
    reason: 'You get this mail because a plan was bought with this email address.',
  });
}

export const welcomeSample: WelcomeMail = {
  name: 'Asha <Verma>',
  email: 'asha.verma@example.com',
  plan: 'Growth',
  validDays: 3,
  url: 'https://crm.example.com/reset-password#sample',
};
