import { useFormContext } from 'react-hook-form';
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
  const { watch, setValue, formState } = useFormContext<HandOverValues>();
  const { leads, operatorIds } = watch();
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
          chosen={operatorIds}
          onChange={(ids) => setValue('operatorIds', [...ids], { shouldDirty: true })}
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
