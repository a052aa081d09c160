import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel } from '../ui/Panel.tsx';
import { firstStepsTexts as texts } from './texts/firstSteps.tsx';

type FirstStepsProps = { steps: readonly { name: string; isDone: boolean; text: ReactNode }[] };

/** What a user does first where nothing is there yet. Hidden when all is done. */
export function FirstSteps({ steps }: FirstStepsProps) {
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title={texts.title}>
      <ol className="flex flex-col gap-2">
        {steps.map(({ name, isDone, text }) => (
          <Step key={name} isDone={isDone}>
            {text}
          </Step>
        ))}
      </ol>
    </Panel>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span aria-hidden className="mt-0.5 size-4 shrink-0">
        {isDone ? (
          <CircleCheck className="size-4 text-ok" />
        ) : (
          <span className="block size-4 rounded-full border border-line-strong" />
        )}
      </span>
      <p className="min-w-0">
        <span className="sr-only">{isDone ? texts.done : texts.open}: </span>
        {children}
      </p>
    </li>
  );
}
