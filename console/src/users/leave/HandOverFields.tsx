import { useFormContext } from 'react-hook-form';
import { OperatorChecks } from '../../leads/dialogs/OperatorChecks.tsx';
import { leadsText } from '../../leads/labels.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import type { HandOverValues } from './handOver.ts';

const choices = [
  { value: 'hand-over', label: 'Hand over' },
  { value: 'unassign', label: 'Unassign' },
] as const;

/** What becomes of the leads of an operator who leaves: handed over to other operators, or unassigned. */
export function HandOverFields({ leaving, count }: { leaving: string; count: number }) {
  const { watch, setValue, formState } = useFormContext<HandOverValues>();
  const { leads, operatorIds } = watch();
  return (
    <>
      <div className="flex flex-col gap-1">
        <span className="text-sm font-medium">{`What becomes of the ${leadsText(count)}?`}</span>
        <Segmented
          label="What becomes of the leads"
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
        <p className="text-sm text-muted">They can be assigned again in the list of leads.</p>
      )}
    </>
  );
}
