import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../format/count.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import { operators } from '../queries.ts';

type OperatorChecksProps = {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
  /** The number of leads to distribute. */
  leads: number;
  /** An operator who is not offered. */
  except?: string;
  error: string | undefined;
};

/** Selects several active operators and shows how many leads each will get. */
export function OperatorChecks({ chosen, onChange, leads, except, error }: OperatorChecksProps) {
  const query = useQuery(operators);
  const active = (query.data?.data ?? []).filter(({ _id }) => _id !== except);

  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);

  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Operators</legend>
      <div className="flex max-h-48 flex-col gap-2 overflow-y-auto rounded-ui border p-3">
        {query.isPending && <p className="text-muted">Loading operators…</p>}
        {active.map(({ _id, fullName }) => (
          <CheckField
            key={_id}
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
  const [fewer, more] = [formatNumber(least), formatNumber(least + 1)];
  return leads % operators === 0 ? `${fewer} each` : `${fewer} or ${more} each`;
}
