import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../ui/Button.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { choiceTexts } from '../texts/choices.ts';

/** The reads of the choices of controls, each by the label of its control. */
export type ChoiceReads = Readonly<
  Record<string, Pick<UseQueryResult, 'data' | 'errorUpdateCount' | 'isFetching' | 'refetch'>>
>;

/**
 * Says which choices could not be read, and reads them again: without it, a control would seem to have none. It stays, with its
 * busy button, while they are read again, when TanStack Query does not call them failed any more.
 */
export function FailedChoices({ of }: { of: ChoiceReads }) {
  const failed = Object.entries(of).filter(([, { data, errorUpdateCount }]) => !data && errorUpdateCount > 0);
  if (failed.length === 0) return null;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-bad">
      {choiceTexts.failed(failed.map(([label]) => label))}
      <Button
        size="sm"
        busy={failed.some(([, { isFetching }]) => isFetching)}
        onClick={() => failed.map(([, { refetch }]) => refetch())}
      >
        {uiTexts.error.retry}
      </Button>
    </div>
  );
}
