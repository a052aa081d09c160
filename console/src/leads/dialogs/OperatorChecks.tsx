import { useQuery } from '@tanstack/react-query';
import type { RefCallBack } from 'react-hook-form';
import { errorText } from '../../api/errors.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { operators } from '../queries.ts';
import { leadDialogTexts } from '../texts/dialogs.ts';

const texts = leadDialogTexts.operators;

type OperatorChecksProps = {
  /** The chosen ids in the form; the first operator is focused when they are wrong. */
  field: { value: readonly string[]; onChange: (ids: readonly string[]) => void; ref: RefCallBack };
  /** The number of leads to distribute. */
  leads: number;
  /** An operator who is not offered. */
  except?: string;
  error: string | undefined;
};

/** Selects several active operators and shows how many leads each will get. */
export function OperatorChecks({ field, leads, except, error }: OperatorChecksProps) {
  const { value: chosen, onChange, ref } = field;
  const query = useQuery(operators);
  // Not in the box of the list, which would cut it off.
  if (query.isLoadingError)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  const active = (query.data?.data ?? []).filter(({ _id }) => _id !== except);

  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);

  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{texts.label}</legend>
      <div className="flex max-h-48 flex-col gap-2 overflow-y-auto rounded-ui border p-3">
        {query.isPending && <p className="text-muted">{texts.loading}</p>}
        {query.isSuccess && active.length === 0 && (
          <p className="text-muted">{except === undefined ? texts.none : texts.noOther}</p>
        )}
        {active.map(({ _id, fullName }, at) => (
          <CheckField
            key={_id}
            ref={at === 0 ? ref : null}
            label={fullName}
            checked={chosen.includes(_id)}
            onChange={() => toggle(_id)}
          />
        ))}
      </div>
      {chosen.length > 0 && <p className="text-xs text-muted">{shareOf(leads, chosen.length)}</p>}
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function shareOf(leads: number, operators: number): string {
  const least = Math.floor(leads / operators);
  return leads % operators === 0 ? texts.each(least) : texts.eachOr(least, least + 1);
}
