import type { Lead } from '@crm/contracts/leads/lead.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import type { OpenLeadDialog } from '../dialogs/LeadDialogs.tsx';

/** The actions of a row's cells and the page state that they need. */
export type RowActions = {
  /** Whether the user manages leads: edit, assign, delete. */
  manages: boolean;
  /** How the user changes the lead's status; 'none' for leads of others, which can only be read. */
  status: (lead: Lead) => 'set' | 'request' | 'none';
  /** Why the user can only read a lead whose `status` is 'none'. */
  whyReadOnly: (lead: Lead) => string;
  openDialog: (dialog: OpenLeadDialog) => void;
  /** Sets a status, or first asks for a required reason. */
  setStatus: (lead: Lead, to: LeadStatus) => void;
  /** The ids of the leads whose older comments are open. */
  expanded: ReadonlySet<string>;
  toggleComments: (lead: Lead) => void;
};
