import { type SavedReport, updateSavedReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { checkedBy } from '../form/checkedBy.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { CheckField } from '../ui/CheckField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { toast } from '../ui/toast.tsx';
import { useUpdateSavedReport } from './commands.ts';
import { savedReportTexts } from './texts.ts';

const texts = savedReportTexts.schedule;

/** As the controls hold them: texts. */
type Values = {
  every: 'day' | 'week' | 'month';
  weekday: string;
  monthDay: string;
  hour: string;
  format: string;
  toOwner: boolean;
  recipients: string;
};

const Schedule = updateSavedReport.body.shape.schedule;

function scheduleOf({ every, weekday, monthDay, hour, format, toOwner, recipients }: Values) {
  const day = Number(every === 'week' ? weekday : monthDay);
  return {
    rhythm: every === 'day' ? { every } : { every, day },
    hour: Number(hour),
    format,
    toOwner,
    recipients: addressesIn(recipients),
  };
}

const addressesIn = (recipients: string) => recipients.split(/[\s,;]+/).filter((each) => each !== '');

const check = checkedBy(Schedule, scheduleOf);

function valuesOf({ schedule }: SavedReport): Values {
  const { rhythm, hour, format, toOwner, recipients } = schedule ?? start;
  return {
    every: rhythm.every,
    weekday: String(rhythm.every === 'week' ? rhythm.day : 1),
    monthDay: String(rhythm.every === 'month' ? rhythm.day : 1),
    hour: String(hour),
    format,
    toOwner,
    recipients: recipients.join('\n'),
  };
}
const start: NonNullable<SavedReport['schedule']> = {
  rhythm: { every: 'week', day: 1 },
  hour: 9,
  format: 'xlsx',
  toOwner: true,
  recipients: [],
};

type ScheduleDialogProps = { report: SavedReport; timeZone: string; onClose: () => void };

/** Sets when a saved report is mailed, to whom, and in which format. */
export function ScheduleDialog({ report, timeZone, onClose }: ScheduleDialogProps) {
  const user = useCurrentUser();
  const update = useUpdateSavedReport();
  const form = useForm({ defaultValues: valuesOf(report), resolver: check });
  const every = form.watch('every');

  async function save(schedule: z.output<typeof Schedule>) {
    await update.mutateAsync({ params: { id: report._id }, body: { schedule } });
    toast.success(texts.saved(report.name));
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={texts.title(report.name)}>
      <DialogForm
        form={form}
        submitLabel={texts.save}
        save={save}
        draft={`schedule ${report._id}`}
        onClose={onClose}
      >
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
          <Field label={texts.every}>
            <Select {...form.register('every')} options={optionsOf(texts.rhythms)} />
          </Field>
          {every === 'week' && (
            <Field label={texts.weekday}>
              <Select {...form.register('weekday')} options={numbered(texts.weekdays, 1)} />
            </Field>
          )}
          {every === 'month' && (
            <Field label={texts.monthDay} hint={texts.monthDayHint}>
              <Select {...form.register('monthDay')} options={numbered(monthDays, 1)} />
            </Field>
          )}
          <Field label={texts.hour}>
            <Select {...form.register('hour')} options={numbered(texts.hours, 0)} />
          </Field>
        </div>
        <p className="text-xs text-muted">{texts.zone(timeZone)}</p>
        <Field label={texts.format}>
          <Select {...form.register('format')} options={optionsOf(texts.formats)} />
        </Field>
        <CheckField
          label={texts.toOwner}
          hint={texts.toOwnerHint(user.email)}
          {...form.register('toOwner')}
        />
        {can(user, 'open-admin-pages') ? (
          <Field label={texts.recipients} hint={texts.recipientsHint} error={recipientsError(form)}>
            <Textarea {...form.register('recipients')} rows={3} />
          </Field>
        ) : (
          recipientsError(form) && (
            <p role="alert" className="text-sm text-bad">
              {recipientsError(form)}
            </p>
          )
        )}
      </DialogForm>
    </Dialog>
  );
}

/** The error of the list, or of its first wrong address with the address: the contract names each by its index. */
function recipientsError({
  formState,
  getValues,
}: UseFormReturn<Values, unknown, z.output<typeof Schedule>>) {
  const { recipients } = formState.errors;
  if (!recipients) return undefined;
  if (typeof recipients.message === 'string') return recipients.message;
  // The library nests errors by their path: `recipients.0` is the first entry of a list.
  const wrong = Object.entries(recipients as object).find(([, each]) => typeof each?.message === 'string');
  return wrong && `${addressesIn(getValues('recipients'))[Number(wrong[0])] ?? ''}: ${wrong[1].message}`;
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const numbered = (labels: readonly string[], first: number) =>
  labels.map((label, n) => ({ value: String(n + first), label }));
const monthDays = Array.from({ length: 31 }, (_, n) => String(n + 1));
