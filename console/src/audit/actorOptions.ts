import type * as contract from '@crm/contracts/audit/audit.ts';
import type { Answered } from '@crm/contracts/endpoint.ts';
import { withCurrent } from '../pages/list/choices.ts';
import type { Option } from '../ui/Select.tsx';
import { auditTexts } from './texts.ts';

const texts = auditTexts.list;

type Choices = Pick<Answered<typeof contract.listAuditChoices>, 'actors' | 'cut'>;

/**
 * The options of the filter by actor; of too many actors, the last one says where others are chosen.
 * @param choices undefined until they are read
 */
export function actorOptions(choices: Choices | undefined, current: string): readonly Option[] {
  const cut = choices?.cut ?? false;
  const named = choices?.actors.map(({ _id, name }) => ({ _id, label: name }));
  return [
    { value: 'all', label: texts.allActors },
    ...withCurrent(named, current, ['all'], cut ? texts.otherActor : undefined),
    ...(cut && named ? [{ value: 'more', label: texts.moreActors(named.length), disabled: true }] : []),
  ];
}
