import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import type { Asked } from '../dialogs/LeadDialogs.tsx';

/** What the cells of a row may do, and what they know of the page. */
export type RowActions = {
  /** An admin's row: edit, assign, delete. */
  manages: boolean;
  /** How this person changes the lead's status. */
  status: (lead: Lead) => 'set' | 'request' | 'none';
  ask: (asked: Asked) => void;
  /** Sets a status at once, or asks for what is missing. */
  setStatus: (lead: Lead, to: LeadStatus) => void;
  /** Whose older comments are open. */
  expanded: ReadonlySet<string>;
  toggleComments: (lead: Lead) => void;
};
