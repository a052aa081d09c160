import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = { icon?: LucideIcon; title: string; text?: ReactNode; action?: ReactNode };

/** What stands where nothing is: says so, why, and what to do. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-12 text-center">
      {Icon && <Icon aria-hidden className="mb-2 size-8 text-muted" />}
      <p className="text-lg font-medium">{title}</p>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
