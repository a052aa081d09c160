import { createLead } from '@crm/contracts/leads/write.ts';
import { expect, test } from 'vitest';
import { answerOf } from './client.ts';
import { dismissSubscriptionIssue, subscriptionIssueOf } from './subscriptionIssue.ts';

const refuseOverLimit = (token: string) => {
  const body = { success: false, message: 'Over the limit', subscriptionStatus: 'lead_limit_reached' };
  expect(() => answerOf(createLead, token, { status: 403, headers: new Headers() }, body)).toThrow();
};

test('a refusal over the limit of leads is shown to the session that was refused, not to the next one', () => {
  refuseOverLimit('of Anita');
  expect(subscriptionIssueOf('of Anita')).toBe('lead_limit_reached');
  expect(subscriptionIssueOf(null)).toBe(null);
  expect(subscriptionIssueOf('of Bala')).toBe(null);
});

test('a dismissed refusal is not shown; the next one is', () => {
  refuseOverLimit('of Anita');
  dismissSubscriptionIssue();
  expect(subscriptionIssueOf('of Anita')).toBe(null);
  expect(subscriptionIssueOf(null)).toBe(null);
  refuseOverLimit('of Anita');
  expect(subscriptionIssueOf('of Anita')).toBe('lead_limit_reached');
});
