import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: ReactNode;
  /** Its line keeps its height while it is empty, so that what is below does not move when its text is known. */
  subtitle?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
};

/** The top of a page: its heading, badges and actions. */
export function PageHeader({ title, subtitle, badges, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 md:flex-1 md:basis-80">
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="min-w-0 text-xl font-semibold break-words">{title}</h1>
          {badges}
        </div>
        {subtitle !== undefined && <p className="min-h-[1lh] break-words text-muted">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
