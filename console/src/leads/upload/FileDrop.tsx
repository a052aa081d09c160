import clsx from 'clsx';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { formatSize } from '../../format/size.ts';
import { leadUploadTexts } from '../texts/upload.tsx';
import { accepted } from './fileText.ts';

const texts = leadUploadTexts.file;

type FileDropProps = {
  /** The chosen file, or the file of an earlier call. */
  chosen: { name: string; size: number; details?: string } | null;
  error: string | null;
  disabled: boolean;
  onChoose: (file: File) => void;
};

/** Chooses a file by click or by drag and drop. */
export function FileDrop({ chosen, error, disabled, onChoose }: FileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const Icon = chosen ? FileSpreadsheet : Upload;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onChoose(file);
  }

  return (
    <div className="flex flex-col gap-1">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'flex cursor-pointer flex-col items-center gap-1 rounded-ui border border-dashed px-4 py-6 text-center',
          'has-focus-visible:outline-2 has-focus-visible:outline-primary',
          over ? 'border-primary bg-primary-soft' : 'border-line-strong hover:bg-sunken',
          disabled && 'cursor-not-allowed opacity-55',
        )}
      >
        <Icon aria-hidden className="size-6 text-muted" />
        <span className="font-medium break-all">{chosen ? chosen.name : texts.choose}</span>
        <span id={`${id}-hint`} className="text-sm text-muted">
          {chosen
            ? [formatSize(chosen.size), chosen.details, texts.replace].filter(Boolean).join(' · ')
            : texts.types}
        </span>
        <input
          id={id}
          type="file"
          aria-label={texts.label}
          accept={accepted}
          disabled={disabled}
          aria-invalid={error !== null}
          aria-describedby={`${id}-hint${error === null ? '' : ` ${id}-error`}`}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onChoose(file);
            // Allows choosing the same file again after a correction.
            event.target.value = '';
          }}
        />
      </label>
      {error !== null && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
