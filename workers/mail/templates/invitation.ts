import type { MailText } from '../content.ts';
import { type FirstPassword, firstPasswordMail, firstPasswordSample } from './first-password.ts';

type InvitationMail = FirstPassword & { organizationName: string };

/** To the first admin of an organisation that a super admin created. */
export const invitationMail = ({ organizationName, ...account }: InvitationMail): MailText =>
  firstPasswordMail(
    {
      subject: 'Your account is ready: set your password',
      opening: `Hello ${account.name}, you are the admin of ${organizationName}. Choose a password to begin.`,
      fact: { name: 'Organization', value: organizationName },
      reason: 'You get this mail because an account with this email address was created for you.',
    },
    account,
  );

export const invitationSample: InvitationMail = { ...firstPasswordSample, organizationName: 'Verma & Sons' };
