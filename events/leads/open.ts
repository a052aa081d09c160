import type { LeadStatus } from './vocabulary.ts';

/** Whether a lead with this status waits for a decision. */
export const isOpen = (status: LeadStatus): boolean => status === 'processing' || status === 'hold';
