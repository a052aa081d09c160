import { TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { uiTexts } from './texts.ts';

type NoticeLineProps = { onDismiss: () => void; children: ReactNode };

/** A warning in one line above every page, until it is dismissed; screen readers announce it. */
export function NoticeLine({ onDismiss, children }: NoticeLineProps) {
  return (
    <div role="alert" className="flex items-start gap-2 border-b bg-warn-soft px-4 py-1.5 text-sm text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 flex-1 break-words">{children}</p>
      <button
        type="button"
        aria-label={uiTexts.dismiss}
        onClick={onDismiss}
        className="-m-1 rounded-ui p-1.5"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

type NoticeLinkProps = { to: string; label: string; onFollow?: () => void };

/** The page that a notice is about. */
export function NoticeLink({ to, label, onFollow }: NoticeLinkProps) {
  return (
    <Link to={to} onClick={onFollow} className="rounded-ui font-medium underline">
      {label}
    </Link>
  );
}
