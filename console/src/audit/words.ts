import type { AuditEntry } from '@crm/contracts/audit/audit.ts';
import { paths } from '../paths.ts';
import { auditTexts } from './texts.ts';

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  roles: auditTexts.roles,
  records: auditTexts.records,
};

export const roleOf = ({ actor }: AuditEntry) => words['roles']?.[actor.role] ?? actor.role;

type Subject = AuditEntry['subject'];

const kindOf = ({ kind }: Subject) => words['records']?.[kind] ?? kind;

/** 'Lead A-1'; a record without a name has the beginning of its id. */
export const recordName = (subject: Subject) =>
  `${kindOf(subject)} ${subject.name ?? subject._id.slice(0, 8)}`;

/** The value of the `subject` filter. */
export const subjectOf = ({ kind, _id }: Subject) => `${kind}-${_id}`;

/** The sentence of an entry. That of a comment is the comment itself. */
export const actionOf = ({ type, action }: AuditEntry) =>
  type === 'LeadCommented' ? auditTexts.comment(action) : action;

/** 'LeadStatusChanged' as 'Lead status changed'. */
export function actionName(type: string): string {
  const [first = '', ...others] = type.split(/(?=[A-Z])/);
  return [first, ...others.map((word) => word.toLowerCase())].join(' ');
}

/** The page of a record that exists; null if it has none. Super admins open no record of an organisation. */
export function pageOf({ kind, _id, name }: Subject, isOfAll: boolean): string | null {
  if (isOfAll) {
    if (kind === 'plan') return paths.plans;
    return kind === 'subscription' ? paths.subscriptions : null;
  }
  if (kind === 'tenant') return paths.profile;
  if (name === null) return null;
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
