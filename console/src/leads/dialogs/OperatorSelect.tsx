import { useQuery } from '@tanstack/react-query';
import { Select } from '../../ui/Select.tsx';
import { operators } from '../queries.ts';

type OperatorSelectProps = {
  value: string;
  onChange: (id: string) => void;
  /** What it means to pick nobody. */
  none: string;
  /** Who is listed even when no longer active: whoever has the lead now. */
  also?: { _id: string; fullName: string } | null;
  // Wired up by Field.
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
};

/** The active operators of the organisation. */
export function OperatorSelect({ value, onChange, none, also = null, ...wired }: OperatorSelectProps) {
  const query = useQuery(operators);
  const active = query.data?.data ?? [];
  const listed = also && !active.some(({ _id }) => _id === also._id) ? [also, ...active] : active;
  return (
    <Select
      {...wired}
      value={value}
      autoFocus
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: query.isPending ? 'Loading operators…' : none },
        ...listed.map(({ _id, fullName }) => ({ value: _id, label: fullName })),
      ]}
      className="w-full"
    />
  );
}
