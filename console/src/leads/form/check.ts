import type { Lead } from '@crm/contracts/leads/lead.ts';
import { createLead, updateLead } from '@crm/contracts/leads/write.ts';
import type { z } from 'zod';
import { checkedBy } from '../../form/checkedBy.ts';
import { createBody, editBody, type LeadValues } from './values.ts';

/**
 * Validates the form with the contract of its call. An edit is checked by its changes: a lead of a free offer, whose price
 * no form would accept, can be edited.
 * @param lead the edited lead; null for a new one
 */
export const checkOf = (lead: Lead | null) =>
  lead === null
    ? checkedBy<LeadValues, z.ZodType>(createLead.body, createBody)
    : checkedBy<LeadValues, z.ZodType>(updateLead.body, (values) => editBody(lead, values));
