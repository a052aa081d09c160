import { createLead } from '@crm/contracts/leads/write.ts';
import { z } from 'zod';
import { createBody, type LeadValues } from './values.ts';

/** The form's check is the server's own (spec 5, 'Lead form'): the values pass when the call's schema takes them. */
export const leadValuesSchema: z.ZodType<LeadValues, LeadValues> = z
  .custom<LeadValues>()
  .superRefine((values, context) => {
    const parsed = createLead.body.safeParse(createBody(values));
    for (const { path, message } of parsed.error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message });
    }
  });
