import type * as contract from '@crm/contracts/audit/audit.ts';
import type { Endpoint } from '@crm/contracts/endpoint.ts';
import { type AddressOf, address } from '../api/address.ts';

/** A call that exists twice: for admins, and under another path for super admins. */
type Twice<Own extends Endpoint, All extends Endpoint> = Omit<Own, 'path'> & {
  path: Own['path'] | All['path'];
};

type Calls = {
  list: AddressOf<Twice<typeof contract.listAuditLogs, typeof contract.listAllAuditLogs>>;
  choices: AddressOf<Twice<typeof contract.listAuditChoices, typeof contract.listAllAuditChoices>>;
  why: AddressOf<Twice<typeof contract.explainAuditLog, typeof contract.explainAnyAuditLog>>;
  checkpoints: AddressOf<
    Twice<typeof contract.listAuditCheckpoints, typeof contract.listAllAuditCheckpoints>
  >;
  exporting: AddressOf<Twice<typeof contract.exportAuditLogs, typeof contract.exportAllAuditLogs>>;
};

const own: Calls = {
  list: address<typeof contract.listAuditLogs>('GET', '/admin/audit-logs'),
  choices: address<typeof contract.listAuditChoices>('GET', '/admin/audit-choices'),
  why: address<typeof contract.explainAuditLog>('GET', '/admin/audit-logs/:entry/why'),
  checkpoints: address<typeof contract.listAuditCheckpoints>('GET', '/admin/audit-checkpoints'),
  exporting: address<typeof contract.exportAuditLogs>('GET', '/admin/audit-logs/export'),
};

const all: Calls = {
  list: address<typeof contract.listAllAuditLogs>('GET', '/super-admin/audit-logs'),
  choices: address<typeof contract.listAllAuditChoices>('GET', '/super-admin/audit-choices'),
  why: address<typeof contract.explainAnyAuditLog>('GET', '/super-admin/audit-logs/:entry/why'),
  checkpoints: address<typeof contract.listAllAuditCheckpoints>('GET', '/super-admin/audit-checkpoints'),
  exporting: address<typeof contract.exportAllAuditLogs>('GET', '/super-admin/audit-logs/export'),
};

/** The calls about the history of the own organisation, or of all, for super admins. */
export const callsOf = (isOfAll: boolean): Calls => (isOfAll ? all : own);
