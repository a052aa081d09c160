import { formatNumber } from '../../format/count.ts';
import { dashboardTexts } from '../texts.ts';

const texts = dashboardTexts.admin.growth;

type GrowthProps = { percent: number | null; since: keyof typeof texts };

/** A change in percent since a day or week; names it when there were no leads to compare with (`percent` null). */
export function Growth({ percent, since }: GrowthProps) {
  if (percent === null) return <>{texts[since].noLeads}</>;
  const tone = percent > 0 ? 'text-ok' : percent < 0 ? 'text-bad' : undefined;
  return (
    <>
      {texts[since].change(
        <span key="change" className={tone}>
          {percent > 0 ? '+' : ''}
          {formatNumber(percent)}%
        </span>,
      )}
    </>
  );
}
