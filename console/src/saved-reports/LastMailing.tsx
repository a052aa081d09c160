import type { SavedReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import { formatDateTime } from '../format/date.ts';
import { cn } from '../ui/cn.ts';
import { savedReportTexts } from './texts.ts';

const texts = savedReportTexts.mailing;

type Mailing = NonNullable<SavedReport['lastMailing']>;

/** How the newest mail of a schedule ended, or that it is on its way. */
export function LastMailing({ mailing }: { mailing: Mailing }) {
  const { text, isBad } = resultOf(mailing);
  return <p className={cn('text-sm break-words', isBad ? 'text-bad' : 'text-muted')}>{text}</p>;
}

function resultOf({ state, dueAt, problem, sent, waiting, failed }: Mailing) {
  const reason = problem ?? texts.unknown;
  if (state === 'making') return { text: texts.making, isBad: false };
  if (state === 'failed') return { text: texts.failed(formatDateTime(dueAt), reason), isBad: true };
  if (failed > 0) return { text: texts.partly(failed, sent + waiting + failed, reason), isBad: true };
  if (waiting > 0) return { text: texts.sending(problem), isBad: problem !== null };
  return { text: texts.sent(formatDateTime(dueAt), sent), isBad: false };
}
