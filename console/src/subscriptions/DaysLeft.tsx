import { daysLeft } from '@crm/events/subscriptions/period.ts';
import { cn } from '../ui/cn.ts';

/** With this many days left or fewer, the rest of a period is shown in orange. */
export const FEW_DAYS = 7;

/** The days until the end of a running subscription. */
export function DaysLeft({ endDate }: { endDate: string }) {
  const days = daysLeft(endDate, new Date());
  return <span className={cn(days <= FEW_DAYS && 'font-medium text-warn')}>{days}</span>;
}
