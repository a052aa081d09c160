import { useQuery } from '@tanstack/react-query';
import { Select } from '../../ui/Select.tsx';
import { operators } from '../queries.ts';

type OperatorSelectProps = {
  value: string;
  onChange: (id: string) => void;
  /** The label of the empty choice. */
  none: string;
  /** The lead's current operator, listed even when no longer active. */
  also?: { _id: string; fullName: string } | null;
  // Set by Field.
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
