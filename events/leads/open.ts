import type { LeadStatus } from './vocabulary.ts';

/** Whether a lead with this status waits for a decision. */
export const isOpen = (status: LeadStatus): boolean => status === 'processing' || status === 'hold';

/** An open lead is overdue when this many hours have passed since its last event. */
export const OVERDUE_HOURS = 24;
