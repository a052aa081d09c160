import { MOST_LAG_COUNTED } from '@crm/contracts/dashboards/limits.ts';
import type { SystemOverview } from '@crm/contracts/dashboards/platform.ts';
import { formatNumber } from '../../format/count.ts';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { platformTexts } from '../texts/platform.ts';
import { FigureTable } from './FigureTable.tsx';

const texts = platformTexts.lag;
const { name, state, events, seconds } = texts.columns;

type Consumers = SystemOverview['consumers'];

/** How far each projection and reaction is behind; those that are up to date are folded away. */
export function Lag({ consumers }: { consumers: Consumers | undefined }) {
  if (!consumers)
    return (
      <Panel title={texts.title}>
        <SkeletonLines count={3} />
      </Panel>
    );
  const behind = consumers.filter((each) => each.events > 0 || each.state === 'building');
  return (
    <Panel title={texts.title}>
      {behind.length === 0 ? <p>{texts.allCurrent(consumers.length)}</p> : <Table consumers={behind} />}
      <details className="mt-2">
        <summary className="cursor-pointer text-sm text-muted">{texts.showAll}</summary>
        <Table consumers={consumers} />
      </details>
    </Panel>
  );
}

function Table({ consumers }: { consumers: Consumers }) {
  return (
    <FigureTable
      columns={[name, state, events, seconds]}
      rows={consumers.map((each) => ({
        key: `${each.name} ${each.state}`,
        cells: [
          each.name,
          stateOf(each),
          texts.events(each.events, MOST_LAG_COUNTED),
          formatNumber(each.seconds),
        ],
      }))}
    />
  );
}

function stateOf(each: Consumers[number]): string {
  if (each.state === 'building') return texts.building;
  return each.events === 0 ? texts.current : texts.behind;
}
