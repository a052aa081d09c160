import type { ReactNode } from 'react';
import type { useSubmit } from '../form/useSubmit.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';

type VisitorFormProps = {
  sending: ReturnType<typeof useSubmit>;
  submitLabel: string;
  /** The fields, and what is shown between them and the button. */
  children: ReactNode;
};

/** The form of a page for visitors: fields, a problem that belongs to no field, and the button. */
export function VisitorForm({ sending: { submit, problem, busy }, submitLabel, children }: VisitorFormProps) {
  return (
    <form
      className="flex w-full max-w-sm flex-col gap-4 rounded-ui border bg-surface p-6"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {children}
      {problem && <Alert tone="bad" text={problem} />}
      <Button type="submit" variant="primary" busy={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}
