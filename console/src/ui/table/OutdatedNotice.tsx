import { Button } from '../Button.tsx';
import { uiTexts } from '../texts.ts';
import type { Outdated } from './columns.ts';

const look =
  'rounded-t-ui border-b bg-warn-soft px-3 py-1.5 text-sm max-md:mb-2 max-md:rounded-ui max-md:border-b-0';

/** Above the rows of a list that could not be refreshed. The region exists before its text, so that it is read out. */
export function OutdatedNotice({ outdated }: { outdated: Outdated | null }) {
  return (
    <div role="status" className={outdated ? look : undefined}>
      {outdated?.kind === 'stale' && uiTexts.table.stale}
      {outdated?.kind === 'failed' && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="flex-1">{uiTexts.table.outdated(outdated.text)}</span>
          <Button size="sm" busy={outdated.isRetrying} onClick={outdated.retry}>
            {uiTexts.table.retry}
          </Button>
        </p>
      )}
    </div>
  );
}
