import type { MailText } from '../content.ts';
import { layOut } from '../layout.ts';

type ExpiryNoticeMail = {
  /** Full name of the admin. */
  name: string;
  organisation: string;
  plan: string;
  billingCycle: string;
  endsAt: Date;
  /** The organisation's time zone. */
  timeZone: string;
  /** 0 when the subscription has ended. */
  daysLeft: number;
  /** The subscription on the account page. */
  url: string;
};

/** To the admins of an organisation whose subscription ends soon, or has ended. */
export function expiryNoticeMail(notice: ExpiryNoticeMail): MailText {
  const { name, organisation, plan, billingCycle, endsAt, timeZone, daysLeft, url } = notice;
  const hasEnded = daysLeft === 0;
  const ends = `ends in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`;
  return layOut({
    subject: `Your subscription ${hasEnded ? 'has ended' : ends}`,
    opening: hasEnded
      ? `Hello ${name}, the subscription of ${organisation} has ended. Renew it to continue to work; your data is kept.`
      : `Hello ${name}, the subscription of ${organisation} ${ends}. Renew it before then to work without a break.`,
    facts: [
      { name: 'Organization', value: organisation },
      { name: 'Plan', value: `${plan}, ${billingCycle}` },
      { name: hasEnded ? 'Ended' : 'Ends', value: `${timeText(endsAt, timeZone)} (${timeZone})` },
    ],
    action: { label: 'Renew the subscription', url },
    reason: `You get this mail because you are an admin of ${organisation}. It is sent 7, 3 and 1 days before a subscription ends, and at its end.`,
  });
}

/** For example "28 February 2026 at 15:30". */
const timeText = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(at);

export const expiryNoticeSample: ExpiryNoticeMail = {
  name: 'Asha <Verma>',
  organisation: 'Demo Sales & Partners',
  plan: 'Growth',
  billingCycle: 'monthly',
  endsAt: new Date('2026-02-28T10:00:00.000Z'),
  timeZone: 'Asia/Kolkata',
  daysLeft: 3,
  url: 'https://crm.example.com/profile?tab=subscription',
};
