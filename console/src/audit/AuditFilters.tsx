import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { FilterBar, FilterSelect } from '../pages/list/FilterBar.tsx';
import type { List } from '../pages/list/list.ts';
import { Button } from '../ui/Button.tsx';
import { DateRangePicker } from '../ui/DateRangePicker.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import type { SetUrlState } from '../url/useUrlState.ts';
import { actorOptions } from './actorOptions.ts';
import { type AuditListState, isAddress } from './filters.ts';
import { actionName, recordIn, recordName } from './labels.ts';
import { auditChoices } from './queries.ts';
import { auditTexts } from './texts.ts';

const texts = auditTexts.list;

type AuditFiltersProps<Row> = {
  list: List<Row>;
  isOfAll: boolean;
  filters: AuditListState;
  onChange: SetUrlState<AuditListState>;
};

/** The filters of the history: search, action, actor, changed field, IP address, time, and one record. */
export function AuditFilters<Row>({ list, isOfAll, filters, onChange }: AuditFiltersProps<Row>) {
  const read = useQuery(auditChoices(isOfAll));
  const choices = read.data?.data;
  const actions = (choices?.actions ?? []).map((value) => ({ value, label: actionName(value) }));
  return (
    <>
      <FilterBar
        list={list}
        placeholder={texts.search}
        choices={{ [texts.action]: read, [texts.actor]: read }}
      >
        <FilterSelect
          label={texts.action}
          value={filters.action}
          options={[
            { value: '', label: texts.allActions },
            ...actions.toSorted((a, b) => a.label.localeCompare(b.label)),
          ]}
          onChange={(action) => onChange({ action })}
        />
        <FilterSelect
          label={texts.actor}
          value={filters.actor}
          options={actorOptions(choices, filters.actor)}
          onChange={(actor) => onChange({ actor })}
        />
        <SearchBox
          label={texts.field}
          value={filters.field}
          onChange={(field) => onChange({ field })}
          className="w-36 max-md:w-[calc(50%-0.25rem)]"
        />
        <SearchBox
          label={texts.ip}
          value={filters.ip}
          onChange={(ip) => onChange({ ip })}
          className="w-34 max-md:w-[calc(50%-0.25rem)]"
        />
        <DateRangePicker
          label={texts.date}
          value={{ preset: filters.date, from: filters.from, to: filters.to }}
          onChange={({ preset, from, to }, options) => onChange({ date: preset, from, to }, options)}
        />
        {filters.subject !== '' && (
          <Button icon={X} title={texts.ofAnyRecord} onClick={() => onChange({ subject: '' })}>
            {texts.ofRecord(recordName(recordIn(filters.subject)))}
          </Button>
        )}
      </FilterBar>
      {filters.ip !== '' && !isAddress(filters.ip) && (
        <p role="status" className="text-sm text-warn">
          {texts.noIp(filters.ip)}
        </p>
      )}
    </>
  );
}
