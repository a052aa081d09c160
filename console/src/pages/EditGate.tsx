import type { ReactNode } from 'react';
import { CannotSaveContext } from '../form/cannotSave.ts';
import { useHasUnsaved } from '../url/useUnsavedGuard.tsx';
import { Gate } from './Gate.tsx';
import type { Readable } from './resource.ts';
import { editTexts } from './texts/edit.ts';

type EditGateProps<Data> = {
  of: Readable<Data>;
  /** Shown while loading; default: a skeleton. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * The gate of a page that edits the entity of its address. When the entity is gone, a form with unsaved changes stays, so that
 * no typed text is lost; it says that it cannot be saved.
 */
export function EditGate<Data>({ of, loading, children }: EditGateProps<Data>) {
  const hasUnsaved = useHasUnsaved();
  return (
    <Gate of={of} loading={loading} editing keepsGone={hasUnsaved}>
      {(data, isGone) => (
        <CannotSaveContext value={isGone ? editTexts.gone(of.noun) : null}>
          {children(data)}
        </CannotSaveContext>
      )}
    </Gate>
  );
}
