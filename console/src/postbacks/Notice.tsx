import clsx from 'clsx';
import { type Tone, toneLook } from '../ui/tone.ts';

type NoticeProps = { tone: Tone; title: string; lines: readonly string[] };

/** A coloured box with a heading and lines of text. */
export function Notice({ tone, title, lines }: NoticeProps) {
  return (
    <section aria-label={title} className={clsx('rounded-ui px-3 py-2', toneLook[tone])}>
      <h3 className="font-semibold">{title}</h3>
      {lines.map((line) => (
        <p key={line} className="break-words" dir="auto">
          {line}
        </p>
      ))}
    </section>
  );
}
