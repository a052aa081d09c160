import { type SavedReport, saveReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import { dayPresets } from '@crm/events/language/preset-days.ts';
import { useForm } from 'react-hook-form';
import { checkedBy } from '../form/checkedBy.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { formatDay } from '../format/date.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Select } from '../ui/Select.tsx';
import { toast } from '../ui/toast.tsx';
import { useSaveReport, useUpdateSavedReport } from './commands.ts';
import { choiceOf, contentOf, type PeriodChoice, type ShownReport } from './period.ts';
import { savedReportTexts } from './texts.ts';

const texts = savedReportTexts.name;

type NameReportDialogProps = { onClose: () => void; timeZone: string } & (
  | { report: SavedReport; shown?: never }
  | { report?: never; shown: ShownReport }
);

type Values = { name: string; period: PeriodChoice };

const check = checkedBy(saveReport.body.pick({ name: true }), ({ name }: Values) => ({ name }));

/** Saves the report on the screen under a name, or renames a saved one. */
export function NameReportDialog({ report, shown, timeZone, onClose }: NameReportDialogProps) {
  const create = useSaveReport();
  const update = useUpdateSavedReport();
  const form = useForm({
    defaultValues: {
      name: report?.name ?? '',
      period: shown ? choiceOf(shown, new Date(), timeZone) : 'fixed',
    },
    resolver: check,
  });

  async function save({ name }: { name: string }) {
    if (report) await update.mutateAsync({ params: { id: report._id }, body: { name } });
    else await create.mutateAsync({ body: { name, content: contentOf(shown, form.getValues('period')) } });
    toast.success(texts.saved(name));
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={report ? texts.renameTitle : texts.saveTitle}>
      <DialogForm form={form} submitLabel={texts.save} save={save} onClose={onClose}>
        <Field label={texts.name} required error={form.formState.errors.name?.message}>
          <Input {...form.register('name')} autoComplete="off" dir="auto" />
        </Field>
        {shown && (
          <Field label={texts.period} hint={texts.hint}>
            <Select {...form.register('period')} options={periodOptions(shown)} />
          </Field>
        )}
      </DialogForm>
    </Dialog>
  );
}

const periodOptions = ({ startDate, endDate }: ShownReport) => [
  ...dayPresets.map((value) => ({ value, label: savedReportTexts.periods[value] })),
  { value: 'fixed', label: savedReportTexts.fixedPeriod(formatDay(startDate), formatDay(endDate)) },
];
