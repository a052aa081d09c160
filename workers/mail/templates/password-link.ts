import type { MailText } from '../content.ts';
import { layOut } from '../layout.ts';

type PasswordLinkMail = {
  /** Full name and email of the account. */
  name: string;
  email: string;
  /** The page that sets the password, with the token of the link. */
  url: string;
};

/** A link to set a new password, requested on the sign-in page. */
export function passwordLinkMail({ name, email, url }: PasswordLinkMail): MailText {
  return layOut({
    subject: 'Set a new password',
    opening: `Hello ${name}, a new password was requested for your account.`,
    facts: [
      { name: 'Account', value: email },
      { name: 'Valid', value: 'for one hour after the request, once; a newer link replaces this one' },
    ],
    action: { label: 'Set a new password', url },
    reason:
      'You get this mail because this email was entered on the page “Forgot your password?”. If that was not you, ignore this mail: your password stays as it is.',
  });
}

export const passwordLinkSample: PasswordLinkMail = {
  name: 'Asha <Verma>',
  email: 'asha.verma@example.com',
  url: 'https://crm.example.com/reset-password#sample',
};
