import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { postbackTexts } from '../texts.ts';

type RowsProps = {
  title: string;
  hint: ReactNode;
  /** 'Add Header'. */
  addLabel: string;
  onAdd: () => void;
  error?: string | undefined;
  children: ReactNode;
};

/** A list of rows in a form; users add and remove rows. */
export function Rows({ title, hint, addLabel, onAdd, error, children }: RowsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <legend className="contents">
          <span className="text-sm font-medium">{title}</span>
        </legend>
        <Button size="sm" icon={Plus} onClick={onAdd}>
          {addLabel}
        </Button>
      </div>
      <p className="text-xs text-muted">{hint}</p>
      {children}
      {error && <ErrorLine text={error} />}
    </fieldset>
  );
}

type RowProps = {
  /** 'header 2'. */
  name: string;
  onRemove: () => void;
  errors: readonly (string | undefined)[];
  children: ReactNode;
};

export function Row({ name, onRemove, errors, children }: RowProps) {
  const texts = errors.filter((text) => text !== undefined);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-start gap-1 max-md:rounded-ui max-md:border max-md:p-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1">{children}</div>
        <IconButton
          icon={X}
          label={postbackTexts.form.request.remove(name)}
          onClick={onRemove}
          className="mt-0.5"
        />
      </div>
      {texts.map((text) => (
        <ErrorLine key={text} text={text} />
      ))}
    </div>
  );
}

export function ErrorLine({ text }: { text: string }) {
  return (
    <p role="alert" className="text-sm text-bad">
      {text}
    </p>
  );
}
