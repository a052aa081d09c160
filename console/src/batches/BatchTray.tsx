import type { Batch } from '@crm/contracts/batches/batches.ts';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { paths } from '../paths.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/Menu.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { ProgressBar } from './BatchProgress.tsx';
import { isRunning, outcomeOf, stateAndProgressOf } from './labels.ts';
import { latestBatches } from './queries.ts';
import { showBatch } from './shown.ts';
import { batchTexts } from './texts.ts';
import { useEnded } from './useEnded.ts';

const none: readonly Batch[] = [];

/** Running and recent batches, in the header of every page. Renders nothing while there are none. */
export function BatchTray() {
  const batches = useQuery(latestBatches).data?.data ?? none;
  const running = useEnded(batches);
  if (batches.length === 0) return null;
  return (
    <Menu
      label={batchTexts.list.title}
      trigger={
        <button
          type="button"
          aria-label={running === 0 ? batchTexts.list.title : batchTexts.tray.running(running)}
          className="relative inline-flex size-8 shrink-0 items-center justify-center rounded-ui text-muted hover:bg-sunken hover:text-ink max-md:size-9"
        >
          <ListChecks aria-hidden className="size-4.5" />
          {running > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-primary px-1 text-center text-xs leading-4 font-semibold text-on-primary tabular-nums"
            >
              {running}
            </span>
          )}
        </button>
      }
    >
      {batches.map((batch) => (
        <MenuItem key={batch._id} tall onSelect={() => showBatch(batch._id)}>
          <span className="flex w-72 max-w-[75vw] flex-col gap-1 py-1">
            <span className="truncate font-medium">{batch.title}</span>
            {isRunning(batch) && <ProgressBar batch={batch} />}
            <span className="flex justify-between gap-3 text-sm text-muted tabular-nums">
              <span className="truncate">{lineOf(batch)}</span>
              <span className="shrink-0">
                <RelativeTime at={batch.finishedAt ?? batch.createdAt} />
              </span>
            </span>
          </span>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuLink to={paths.batches.list}>{batchTexts.tray.all}</MenuLink>
    </Menu>
  );
}

function lineOf(batch: Batch): string {
  return isRunning(batch) ? stateAndProgressOf(batch) : outcomeOf(batch);
}
