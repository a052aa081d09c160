import type { ReactNode } from 'react';
import { useTitle } from '../ui/useTitle.ts';

type VisitorPageProps = { title: string; explanation: string; children: ReactNode };

/** The layout of a page for visitors who are not signed in: heading, explanation, and a form in the middle. */
export function VisitorPage({ title, explanation, children }: VisitorPageProps) {
  useTitle(title);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 bg-canvas p-4">
      <div className="flex flex-col items-center gap-2 text-center">
        <img src="/icon.svg" alt="" className="size-8" />
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="max-w-sm text-muted">{explanation}</p>
      </div>
      {children}
    </main>
  );
}
