import type * as contract from '@crm/contracts/audit/audit.ts';
import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { address } from '../api/address.ts';

/** A call that exists twice: for admins, and under another path for super admins. */
type Twice<Own extends Endpoint, All extends Endpoint> = Omit<Own, 'path'> & {
  path: Own['path'] | All['path'];
};
type List = Twice<typeof contract.listAuditLogs, typeof contract.listAllAuditLogs>;
type Choices = Twice<typeof contract.listAuditChoices, typeof contract.listAllAuditChoices>;
type Why = Twice<typeof contract.explainAuditLog, typeof contract.explainAnyAuditLog>;
type Checkpoints = Twice<typeof contract.listAuditCheckpoints, typeof contract.listAllAuditCheckpoints>;
type Export = Twice<typeof contract.exportAuditLogs, typeof contract.exportAllAuditLogs>;

const callsUnder = (base: '/admin' | '/super-admin') => ({
  list: address<List>('GET', `${base}/audit-logs`),
  choices: address<Choices>('GET', `${base}/audit-choices`),
  why: address<Why>('GET', `${base}/audit-logs/:entry/why`),
  checkpoints: address<Checkpoints>('GET', `${base}/audit-checkpoints`),
  exporting: address<Export>('GET', `${base}/audit-logs/export`),
});

const own = callsUnder('/admin');
const all = callsUnder('/super-admin');

/** The calls about the history of the own organisation, or of all, for super admins. */
export const callsOf = (isOfAll: boolean) => (isOfAll ? all : own);
