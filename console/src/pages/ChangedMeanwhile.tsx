import { TriangleAlert } from 'lucide-react';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { editableFields } from '../form/PageForm.tsx';
import { Button } from '../ui/Button.tsx';
import { editTexts } from './texts/edit.ts';

type ChangedMeanwhileProps = {
  /** 'Offer' */
  noun: string;
  /** The names of the fields that the other user changed. */
  changed: readonly string[];
  onReload: () => void;
};

/**
 * Shown when another user changed fields of the form: saving now would undo that change. 'Reload' moves the focus to the
 * first of these fields, because the button is gone and the new value has to be read.
 */
export function ChangedMeanwhile({ noun, changed, onReload }: ChangedMeanwhileProps) {
  function reload({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    // A new row of a list gets its fields first.
    flushSync(onReload);
    // The row of a list is 'headers.0.key'.
    const isChanged = ({ name }: HTMLInputElement) => changed.includes(name.split('.')[0] ?? name);
    const fields = form ? editableFields(form) : [];
    (fields.find(isChanged) ?? fields[0])?.focus();
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-ui bg-warn-soft px-3 py-2 text-warn"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">{editTexts.changedMeanwhile(noun)}</p>
      <Button size="sm" onClick={reload}>
        {editTexts.reload}
      </Button>
    </div>
  );
}
