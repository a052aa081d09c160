import type { Answered } from '@crm/contracts/endpoint.ts';
import { cleanPhone, isPhone, lenientEmail } from '@crm/contracts/fields.ts';
import { checkDuplicate } from '@crm/contracts/leads/read.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export type Twin = Answered<typeof checkDuplicate>['leads'][number];

/** The fields that identify a customer in /leads/check-duplicate. */
export type Contact = { phone?: string; email?: string };

/** The phone and email to check: valid, and changed since the lead was read. */
export function contactOf(
  values: { phone: string; email: string },
  before: { phone: string; email: string },
): Contact {
  const phone = cleanPhone(values.phone);
  const email = values.email.trim();
  return {
    ...(phone !== before.phone && isPhone(phone) && { phone }),
    ...(email !== before.email && lenientEmail.safeParse(email).success && { email }),
  };
}

/** Other leads of the same customer. A duplicate never prevents saving. */
export function twinsOf(contact: Contact, self: string | null) {
  const asks = contact.phone !== undefined || contact.email !== undefined;
  return queryOptions({
    queryKey: [checkDuplicate.path, contact, self] as const,
    queryFn: async ({ signal }): Promise<Twin[]> => {
      if (!asks) return [];
      const { data } = await call(checkDuplicate, { body: contact }, { signal });
      return data.leads.filter(({ _id }) => _id !== self);
    },
    meta: { topics: [], id: null },
    retry: false,
  });
}
