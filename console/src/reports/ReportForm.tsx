import { LONGEST_FILTER } from '@crm/contracts/limits.ts';
import type { ReportFilter } from '@crm/contracts/reports/query.ts';
import { currencies } from '@crm/events/language/money.ts';
import { leadStatuses, paymentModes } from '@crm/events/leads/vocabulary.ts';
import { reportFilterNames, reportNames } from '@crm/events/reports/names.ts';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FieldErrors } from '../api/errors.ts';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { presetPeriod } from '../format/period.ts';
import { leadWords } from '../leads/texts/words.ts';
import { filterOffers, filterOperators, withCurrent } from '../pages/list/choices.ts';
import { FailedChoices } from '../pages/list/FailedChoices.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Panel } from '../ui/Panel.tsx';
import { type Option, Select } from '../ui/Select.tsx';
import { capitalised } from '../ui/StatusBadge.tsx';
import { useMinute } from '../ui/useMinute.ts';
import { filterNames, shownTypes } from './reportUrl.ts';
import { reportTexts } from './texts.ts';

const texts = reportTexts.form;

/** Type, period and filters of a report. Generating puts them into the URL. */
export function ReportForm({ busy, refused, onGenerate }: ReportFormProps) {
  const user = useCurrentUser();
  const [params, setParams] = useSearchParams();
  const [errors, setErrors] = useState<FieldErrors>({});
  const seesAll = can(user, 'see-all-leads');
  const offers = useQuery(filterOffers);
  const operators = useQuery({ ...filterOperators, enabled: seesAll });
  const recent = presetPeriod('last_30_days', new Date(useMinute()), user.crmSettings.timeZone);
  // Days that were not typed move on with the day.
  const [typed, setTyped] = useState<Partial<Record<'startDate' | 'endDate', string>>>({});
  const dayOf = (name: 'startDate' | 'endDate', suggested: string) => ({
    name,
    type: 'date',
    value: typed[name] ?? params.get(name) ?? suggested,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: target.value }),
  });
  const chosen = filterNames.filter((name) => params.get(name));
  const choices: Partial<Record<ReportFilter, Option[]>> = {
    offer: withCurrent(offers.data, params.get('offer') ?? '', ['']),
    operator: withCurrent(operators.data, params.get('operator') ?? '', ['']),
    paymentMode: paymentModes.map((value) => ({ value, label: leadWords.paymentModes[value] })),
    status: leadStatuses.map((value) => ({ value, label: capitalised(value) })),
    currency: currencies.map((value) => ({ value, label: value })),
  };
  const isLoaded: Partial<Record<ReportFilter, boolean>> = {
    offer: offers.data !== undefined,
    operator: operators.data !== undefined,
  };
  const types = shownTypes
    .filter((value) => value !== 'operator-productivity' || can(user, 'open-admin-pages'))
    .map((value) => ({ value, label: reportNames[value] }));

  function generate(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    const next = new URLSearchParams(fields);
    const [start, end] = [next.get('startDate'), next.get('endDate')];
    const wrong = {
      ...(start === null && { startDate: texts.required }),
      ...(end === null && { endDate: texts.required }),
      ...(start !== null && end !== null && start > end && { startDate: texts.startAfterEnd }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    // The same report again: its figures may have changed.
    if (next.toString() === params.toString()) onGenerate();
    else setParams(next);
  }

  const errorOf = (name: string) => errors[name] ?? refused[name];
  const filter = (name: ReportFilter) => {
    const options = choices[name];
    // Once its choices are loaded, a select begins again with the URL's value. Later changes of them keep the selection.
    const key = `${name} ${isLoaded[name] ?? true} ${params.get(name) ?? ''}`;
    const value = params.get(name) ?? '';
    return (
      <Field key={key} label={reportFilterNames[name]} error={errorOf(name)}>
        {options ? (
          <Select name={name} defaultValue={value} options={[{ value: '', label: texts.any }, ...options]} />
        ) : (
          <Input name={name} defaultValue={value} maxLength={name === 'country' ? 2 : LONGEST_FILTER} />
        )}
      </Field>
    );
  };

  return (
    <Panel title={texts.title} className="print:hidden">
      <form onSubmit={generate} noValidate className="flex flex-col gap-3">
        <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <Field label={texts.type}>
            <Select name="type" defaultValue={params.get('type') ?? 'leads'} options={types} />
          </Field>
          <Field label={texts.startDate} required error={errorOf('startDate')}>
            <Input {...dayOf('startDate', recent.from)} />
          </Field>
          <Field label={texts.endDate} required error={errorOf('endDate')}>
            <Input {...dayOf('endDate', recent.to)} />
          </Field>
          {filter('offer')}
        </div>
        <details open={params.has('countBy') || chosen.some((name) => name !== 'offer')}>
          <summary className="cursor-pointer text-sm text-muted">{texts.moreFilters}</summary>
          <div className="mt-3 grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <Field label={texts.countBy} error={errorOf('countBy')}>
              <Select
                name="countBy"
                defaultValue={params.get('countBy') ?? ''}
                options={texts.countByChoices}
              />
            </Field>
            {filterNames.filter((name) => name !== 'offer' && (name !== 'operator' || seesAll)).map(filter)}
          </div>
        </details>
        <FailedChoices of={{ [reportFilterNames.offer]: offers, [reportFilterNames.operator]: operators }} />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            {texts.generate}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

type ReportFormProps = {
  busy: boolean;
  /** The server's errors by field. */
  refused: FieldErrors;
  /** Generates the same report again. */
  onGenerate: () => void;
};
