import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SubscriptionBanner } from './SubscriptionBanner.tsx';

const banner = (daysRemaining: number) =>
  renderToStaticMarkup(
    <SubscriptionBanner
      subscription={{
        planName: 'Growth',
        status: 'cancelled',
        usedLeads: 1,
        maxLeads: null,
        asideLeads: 0,
        daysRemaining,
      }}
    />,
  );

test('shows the days of a cancelled subscription until its end, and none after it', () => {
  expect(banner(20)).toContain('20 days remaining');
  expect(banner(0)).not.toContain('remaining');
});
