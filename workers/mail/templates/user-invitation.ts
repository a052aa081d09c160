import type { MailText } from '../content.ts';
import { type FirstPassword, firstPasswordMail, firstPasswordSample } from './first-password.ts';

type UserInvitationMail = FirstPassword & { organizationName: string };

/** To a user whom an admin of the organisation created without a password. */
export const userInvitationMail = ({ organizationName, ...account }: UserInvitationMail): MailText =>
  firstPasswordMail(
    {
      subject: 'Your account is ready: set your password',
      opening: `Hello ${account.name}, an admin of ${organizationName} created an account for you. Choose a password to begin.`,
      fact: { name: 'Organization', value: organizationName },
      reason: 'You get this mail because an account with this email address was created for you.',
    },
    account,
  );

export const userInvitationSample: UserInvitationMail = {
  ...firstPasswordSample,
  organizationName: 'Verma & Sons',
};
