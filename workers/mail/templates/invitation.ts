import type { MailText } from '../content.ts';
import { layOut } from '../layout.ts';

type InvitationMail = {
  /** Full name and email of the new admin. */
  name: string;
  email: string;
  organizationName: string;
  /** Days in which the link can be used. */
  validDays: number;
  /** The page that sets the first password, with the token of the link. */
  url: string;
};

/** To the first admin of an organisation that a super admin created: the account has no password yet. */
export function invitationMail({ name, email, organizationName, validDays, url }: InvitationMail): MailText {
  return layOut({
    subject: 'Your account is ready: set your password',
    opening: `Hello ${name}, you are the admin of ${organizationName}. Choose a password to begin.`,
    facts: [
      { name: 'Account', value: email },
      { name: 'Organization', value: organizationName },
      {
        name: 'Valid',
        value: `for ${validDays} days, once; after that, “Forgot your password?” on the sign-in page mails a new link`,
      },
    ],
    action: { label: 'Set your password', url },
    reason: 'You get this mail because an account with this email address was created for you.',
  });
}

export const invitationSample: InvitationMail = {
  name: 'Asha <Verma>',
  email: 'asha.verma@example.com',
  organizationName: 'Verma & Sons',
  validDays: 3,
  url: 'https://crm.example.com/reset-password#sample',
};
