import { formatNumber } from '../../format/count.ts';
import { dashboardTexts } from '../texts.ts';

const texts = dashboardTexts.admin.growth;

type GrowthProps = { percent: number | null; since: keyof typeof texts };

/** A change in percent since a day or week; names it when there were no leads to compare with (`percent` null). */
export function Growth({ percent, since }: GrowthProps) {
  if (percent === null) return <>{texts[since].noLeads}</>;
  return (
    <>
      {texts[since].change(
        <span key="change" className={toneOf(percent)}>
          {percent > 0 ? '+' : ''}
          {formatNumber(percent)}%
        </span>,
      )}
    </>
  );
}

function toneOf(percent: number): string | undefined {
  if (percent === 0) return undefined;
  return percent > 0 ? 'text-ok' : 'text-bad';
}
