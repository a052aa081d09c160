import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { ReactNode } from 'react';
import { telOf } from '../../../ui/tel.ts';

/** The customer's name and contact data. */
export function CustomerCell({ lead, dense }: { lead: Lead; dense: boolean }) {
  if (dense) {
    return (
      <span className="flex items-baseline gap-2">
        <span className="truncate font-medium" dir="auto" title={lead.email ?? undefined}>
          {lead.fullName}
        </span>
        {lead.erasedAt === null && <Phone phone={lead.phone} />}
      </span>
    );
  }
  return <CustomerName lead={lead}>{lead.erasedAt === null && <Phone phone={lead.phone} />}</CustomerName>;
}

/** The customer's name and email, on lines of their own, with the children between them. */
export function CustomerName({ lead, children }: { lead: Lead; children?: ReactNode }) {
  return (
    <>
      <span className="block truncate font-medium" dir="auto" title={lead.fullName}>
        {lead.fullName}
      </span>
      {children}
      {lead.email && lead.erasedAt === null && (
        <a
          href={`mailto:${lead.email}`}
          title={lead.email}
          className="block truncate text-xs text-muted hover:text-ink hover:underline"
        >
          {lead.email}
        </a>
      )}
    </>
  );
}

function Phone({ phone }: { phone: string }) {
  return (
    <a
      href={telOf(phone)}
      className="block shrink-0 text-xs text-muted tabular-nums hover:text-ink hover:underline"
    >
      {phone}
    </a>
  );
}
