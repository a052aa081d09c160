import { type ReactNode, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { CannotSaveContext } from '../form/cannotSave.ts';
import { useHasUnsaved } from '../url/useUnsavedGuard.tsx';
import { Gate } from './Gate.tsx';
import type { Readable } from './resource.ts';
import { editTexts } from './texts/edit.ts';

/** A form opens with what there is when the read model needs longer than this to include the user's last save. */
const LONGEST_WAIT_MS = 10_000;

type EditGateProps<Data> = {
  of: Readable<Data>;
  /** Shown while loading; default: a skeleton. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * The gate of a page that edits the entity of its address. Waits for an answer that includes the user's last save: from an earlier
 * one the form would show the values before it, and call the save the change of somebody else. When the entity is gone, a form
 * with unsaved changes stays, so that no typed text is lost; it says that it cannot be saved.
 */
export function EditGate<Data>({ of, loading, children }: EditGateProps<Data>) {
  const hasUnsaved = useHasUnsaved();
  const isLate = useIsLate();
  return (
    <Gate of={of} loading={loading} editing={{ isLate }} keepsGone={hasUnsaved}>
      {(data, isGone) => (
        <CannotSaveContext value={isGone ? editTexts.gone(of.noun) : null}>
          {children(data)}
        </CannotSaveContext>
      )}
    </Gate>
  );
}

/** Whether the page of this address has waited for an answer with the last save for as long as it may. */
function useIsLate(): boolean {
  const { id = '' } = useParams();
  const [lateId, setLateId] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLateId(id), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return lateId === id;
}
