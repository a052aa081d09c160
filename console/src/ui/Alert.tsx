import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { cn } from './cn.ts';
import { uiTexts } from './texts.ts';
import { toneLook } from './tone.ts';

type AlertTone = 'ok' | 'warn' | 'bad' | 'info';

type AlertProps = { tone: AlertTone; text: string; onDismiss?: () => void; className?: string };

const icons = { ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert, info: Info };

/** A message box in the page; screen readers announce it when it appears. */
export function Alert({ tone, text, onDismiss, className }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}
      className={cn('flex items-start gap-2 rounded-ui px-3 py-2', toneLook[tone], className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="flex-1">{text}</p>
      {onDismiss && (
        <button
          type="button"
          aria-label={uiTexts.dismiss}
          onClick={onDismiss}
          className="-m-1 rounded-ui p-1.5"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
