import { useController, useFormContext } from 'react-hook-form';
import { OperatorChecks } from '../../leads/dialogs/OperatorChecks.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { userTexts } from '../texts.ts';
import type { HandOverValues } from './handOver.ts';

const texts = userTexts.leave;

const choices = [
  { value: 'hand-over', label: texts.handOver },
  { value: 'unassign', label: texts.unassign },
] as const;

/** The fields for the leads of an operator who leaves: handed over to other operators, or unassigned. */
export function HandOverFields({ leaving, count }: { leaving: string; count: number }) {
  const { control, watch, setValue, formState } = useFormContext<HandOverValues>();
  const operatorIds = useController({ control, name: 'operatorIds' }).field;
  const leads = watch('leads');
  return (
    <>
      <div className="flex flex-col gap-1">
        <span className="text-sm font-medium">{texts.question(count)}</span>
        <Segmented
          label={texts.choice}
          value={leads}
          onChange={(value) => setValue('leads', value, { shouldDirty: true })}
          options={choices}
          className="self-start"
        />
      </div>
      {leads === 'hand-over' ? (
        <OperatorChecks
          field={operatorIds}
          leads={count}
          except={leaving}
          error={formState.errors.operatorIds?.message}
        />
      ) : (
        <p className="text-sm text-muted">{texts.unassignHint}</p>
      )}
    </>
  );
}
