import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = {
  icon?: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Replaces the whole page; its title is then the page's heading. */
  page?: boolean;
};

/** Shown in place of missing content: a title, an explanation, an action. */
export function EmptyState({ icon: Icon, title, text, action, page = false }: EmptyStateProps) {
  const Title = page ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-12 text-center">
      {Icon && <Icon aria-hidden className="mb-2 size-8 text-muted" />}
      <Title className="text-lg font-medium">{title}</Title>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
