import { useState } from 'react';
import { failureText, fieldErrorsOf } from '../../api/errors.ts';
import type { BulkAnswer } from './bulk.ts';

type Sending =
  | { kind: 'asking'; problem: string | null; errors: Readonly<Record<string, string>> }
  | { kind: 'sending' };

const asking = { kind: 'asking', problem: null, errors: {} } as const;

/**
 * The submit state of a bulk dialog: one call at a time; a refusal appears in the dialog, beside the fields
 * that it names.
 */
export function useSending(otherwise: string, onDone: (answer: BulkAnswer) => void) {
  const [phase, setPhase] = useState<Sending>(asking);
  return {
    busy: phase.kind === 'sending',
    problem: phase.kind === 'asking' ? phase.problem : null,
    errors: phase.kind === 'asking' ? phase.errors : {},
    /** Shows errors that the dialog found before sending. */
    complain: (errors: Readonly<Record<string, string>>) => setPhase({ ...asking, errors }),
    send: async (call: () => Promise<BulkAnswer>) => {
      if (phase.kind === 'sending') return;
      setPhase({ kind: 'sending' });
      try {
        onDone(await call());
      } catch (error) {
        setPhase({ kind: 'asking', problem: failureText(error, otherwise), errors: fieldErrorsOf(error) });
      }
    },
  };
}
