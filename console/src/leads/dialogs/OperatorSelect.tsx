import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { FailedChoices } from '../../pages/list/FailedChoices.tsx';
import { Select } from '../../ui/Select.tsx';
import { operators } from '../queries.ts';
import { leadDialogTexts } from '../texts/dialogs.ts';

type OperatorSelectProps = Omit<ComponentProps<typeof Select>, 'options'> & {
  /** The label of the empty choice. */
  none: string;
  /** The lead's current operator, listed even when no longer active. */
  also?: { _id: string; fullName: string } | null;
  /** Another one of the dialog offers to read the operators again. */
  quiet?: boolean;
};

/** The active operators of the organisation. */
export function OperatorSelect({ none, also = null, quiet = false, ...select }: OperatorSelectProps) {
  const query = useQuery(operators);
  const active = query.data?.data ?? [];
  const texts = leadDialogTexts.operators;
  function empty() {
    if (query.isPending) return texts.loading;
    return query.isLoadingError ? texts.failed : none;
  }
  const listed = also && !active.some(({ _id }) => _id === also._id) ? [also, ...active] : active;
  return (
    <>
      <Select
        {...select}
        options={[
          { value: '', label: empty() },
          ...listed.map(({ _id, fullName }) => ({ value: _id, label: fullName })),
        ]}
        className="w-full"
      />
      {!quiet && <FailedChoices of={{ [texts.label]: query }} />}
    </>
  );
}
