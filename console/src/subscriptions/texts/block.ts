type Issue = { title: string; text: (endDate: string | null) => string; button: string };

const needed = 'You need an active subscription to continue using this platform.';

const issues: Record<string, Issue> = {
  none: { title: 'No Subscription Found', text: () => needed, button: 'Subscribe Now' },
  expired: {
    title: 'Subscription Expired',
    text: (date) => (date ? `Your subscription expired on ${date}. Please renew to continue.` : needed),
    button: 'Renew Subscription',
  },
  no_parent: {
    title: 'No Parent Admin',
    text: () => 'Your account is not associated with any admin. Please contact support.',
    button: 'Contact Support',
  },
  lead_limit_reached: { title: 'Lead Limit Reached', text: () => '', button: 'Contact Support' },
};

const unknown: Issue = {
  title: 'Subscription Issue',
  text: () => 'There was an error verifying your subscription. Please try again.',
  button: 'Try Again',
};

/** Every text of the subscription block, in English. A translation is another object of this type. */
export const blockTexts = {
  overlay: 'Please resolve subscription issue to continue...',
  logout: 'Logout',
  close: 'Close',
  plan: 'Plan and Renewal',
  issueOf: (subscriptionStatus: string) => issues[subscriptionStatus] ?? unknown,
};
