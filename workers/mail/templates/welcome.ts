import type { MailText } from '../content.ts';
import { type FirstPassword, firstPasswordMail, firstPasswordSample } from './first-password.ts';

type WelcomeMail = FirstPassword & { plan: string };

/** To the admin of an organisation that was just bought. */
export const welcomeMail = ({ plan, ...account }: WelcomeMail): MailText =>
  firstPasswordMail(
    {
      subject: 'Welcome: set your password',
      opening: `Hello ${account.name}, thank you for your purchase. Your account is ready: choose a password to begin.`,
      fact: { name: 'Plan', value: plan },
      reason: 'You get this mail because a plan was bought with this email address.',
    },
    account,
  );

export const welcomeSample: WelcomeMail = { ...firstPasswordSample, plan: 'Growth' };
