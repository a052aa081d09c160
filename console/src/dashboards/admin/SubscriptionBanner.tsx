import type { AdminDashboard } from '@crm/contracts/dashboards/dashboards.ts';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { FEW_DAYS } from '../../subscriptions/DaysLeft.tsx';
import { subscriptionStatusTexts } from '../../subscriptions/texts/statuses.ts';
import { Badge } from '../../ui/Badge.tsx';
import { cn } from '../../ui/cn.ts';
import { Progress } from '../../ui/Progress.tsx';
import { dashboardTexts } from '../texts.ts';

const texts = dashboardTexts.admin.subscription;

/** Above this part of the leads, in percent, the bar is yellow; above 100 it is red. */
const WARNING_PERCENT = 80;

type Subscription = NonNullable<AdminDashboard['subscription']>;

/** The plan of the organisation, its used leads and its remaining days. */
export function SubscriptionBanner({ subscription }: { subscription: Subscription }) {
  const { planName, status, usedLeads, maxLeads, asideLeads, daysRemaining } = subscription;
  const percent = maxLeads === null ? null : (usedLeads / maxLeads) * 100;
  return (
    <section aria-label={texts.label} className="flex flex-col gap-2 rounded-ui border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate font-semibold">
            {planName}
          </span>
          {status !== 'active' && <Badge tone="warn">{subscriptionStatusTexts[status]}</Badge>}
        </p>
        <p className={cn('tabular-nums', percent !== null && percent > 100 && 'font-medium text-bad')}>
          {texts.leads(usedLeads, maxLeads)}
        </p>
        {asideLeads > 0 && (
          <Link to={paths.leads.aside} className="font-medium text-warn underline underline-offset-2">
            {texts.aside(asideLeads)}
          </Link>
        )}
        {daysRemaining > 0 && (
          <p
            className={cn(
              'ml-auto text-muted tabular-nums',
              daysRemaining <= FEW_DAYS && 'font-medium text-warn',
            )}
          >
            {texts.days(daysRemaining)}
          </p>
        )}
      </div>
      {percent !== null && (
        <Progress
          label={texts.usage}
          percent={Math.min(100, Math.round(percent))}
          className={barOf(percent)}
        />
      )}
    </section>
  );
}

function barOf(percent: number): string {
  if (percent > 100) return 'bg-bad';
  return percent > WARNING_PERCENT ? 'bg-warn' : 'bg-primary';
}
