import type { AuditEntry } from '@crm/contracts/audit/audit.ts';
import { paths } from '../paths.ts';
import { auditTexts } from './texts.ts';

const roles: Readonly<Record<string, string>> = auditTexts.roles;
const records: Readonly<Record<string, string>> = auditTexts.records;
const actionWords: Readonly<Record<string, string>> = auditTexts.actionWords;

export const roleOf = ({ actor }: AuditEntry) => roles[actor.role] ?? actor.role;

type Subject = AuditEntry['subject'];

/** 'Lead A-1'; a record without a name has the beginning of its id. */
export const recordName = (subject: Subject) =>
  `${records[subject.kind] ?? subject.kind} ${subject.name ?? subject._id.slice(0, 8)}`;

/** The value of the `subject` filter. */
export const subjectOf = ({ kind, _id }: Subject) => `${kind}-${_id}`;

/** The record of a value of the `subject` filter. */
export function recordIn(subject: string): Subject {
  const kindEnd = subject.indexOf('-');
  return { kind: subject.slice(0, kindEnd), _id: subject.slice(kindEnd + 1), name: null, isDeleted: false };
}

/** The organisation of an entry; the platform is none. */
export const organizationOf = ({ organization }: Pick<AuditEntry, 'organization'>) =>
  organization ? (organization.name ?? auditTexts.unknownValue) : auditTexts.list.platform;

/** The sentence of an entry. That of a comment is the comment itself. */
export const actionOf = ({ type, action }: AuditEntry) =>
  type === 'LeadCommented' ? auditTexts.comment(action) : action;

/** 'LeadStatusChanged' as 'Lead status changed'. */
export function actionName(type: string): string {
  const [first = '', ...others] = type.split(/(?=[A-Z])/);
  return [actionWords[first] ?? first, ...others.map((word) => word.toLowerCase())].join(' ');
}

/** The page of a record that exists; null if it has none. Super admins open no record of an organisation. */
export function pageOf({ kind, _id, name, isDeleted }: Subject, isOfAll: boolean): string | null {
  if (isOfAll) {
    if (kind === 'plan') return paths.plans;
    return kind === 'subscription' ? paths.subscriptions : null;
  }
  if (kind === 'tenant') return paths.profile;
  if (name === null || isDeleted) return null;
  switch (kind) {
    case 'lead':
      return paths.leads.one(_id);
    case 'offer':
      return paths.offers.one(_id);
    case 'user':
      return paths.users.one(_id);
    case 'postback':
      return paths.postbacks.logs(_id);
    case 'batch':
      return paths.batches.one(_id);
    default:
      return null;
  }
}
