import { formatNumber } from '../../format/count.ts';

/** A change in percent since a day or week; names it when there were no leads to compare with (`percent` null). */
export function Growth({ percent, to }: { percent: number | null; to: string }) {
  if (percent === null) return <>No leads {to}</>;
  const tone = percent > 0 ? 'text-ok' : percent < 0 ? 'text-bad' : undefined;
  return (
    <>
      <span className={tone}>
        {percent > 0 ? '+' : ''}
        {formatNumber(percent)}%
      </span>{' '}
      vs {to}
    </>
  );
}
