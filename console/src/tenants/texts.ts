import type { TenantStatus } from '@crm/contracts/tenants/vocabulary.ts';
import { formatNumber, plural } from '../format/count.ts';

const statuses: Record<TenantStatus, string> = {
  active: 'Active',
  suspended: 'Suspended',
  blocked: 'Blocked',
  deleted: 'Deleted',
  erased: 'Removed',
};

/** Every text of the organisations, in English. A translation is another object of this type. */
export const tenantTexts = {
  statuses,
  noAdmin: 'No admin',
  none: '-',
  list: {
    title: 'Organizations',
    one: 'organization',
    many: 'organizations',
    add: 'Add Organization',
    search: 'Search by organization, admin, or email...',
    status: 'Status',
    allStatuses: 'All Status',
    columns: {
      name: 'Organization',
      admin: 'Admin',
      status: 'Status',
      plan: 'Plan',
      users: 'Users',
      leads: 'Leads',
      created: 'Created',
      actions: 'Actions',
    },
    row: (name: string) => `organization ${name}`,
    empty: 'No organizations yet',
    emptyHint: 'Add one, or wait for a purchase on the landing page',
    counts: (users: number, leads: number) =>
      `${plural(users, { one: '# user', other: '# users' })}, ${formatNumber(leads)} leads received`,
    created: (date: string) => `created ${date}`,
    keptUntil: (time: string) => `Can be restored until ${time}`,
  },
  actions: {
    more: (name: string) => `Actions of ${name}`,
    view: 'View as Admin',
    edit: 'Edit Admin',
    rename: 'Rename Organization',
    suspend: 'Suspend',
    reactivate: 'Reactivate',
    export: 'Export Data',
    delete: 'Delete',
    restore: 'Restore',
    notViewable: 'It has no active admin as whom it could be viewed',
    notDeletable: 'This organization is deleted already',
    notChangeable: 'A deleted organization must be restored first',
  },
  create: {
    title: 'Add Organization',
    description: 'The admin gets a mail with a link to set a password. The link is valid for three days.',
    organization: 'Organization Name',
    fullName: 'Full Name of the Admin',
    email: 'Email',
    username: 'Username',
    phone: 'Phone',
    timeZone: 'Time Zone',
    timeZoneHint: 'Blank: UTC. The admin can change it.',
    submit: 'Add Organization',
    done: (name: string, email: string) => `${name} created. A mail was sent to ${email}.`,
    failed: 'Failed to create the organization. Please try again.',
  },
  edit: {
    title: 'Edit Admin',
    submit: 'Save',
    done: 'Admin updated',
    failed: 'Failed to update the admin. Please try again.',
  },
  rename: {
    title: 'Rename Organization',
    submit: 'Rename',
    done: (name: string) => `Renamed to ${name}`,
    failed: 'Failed to rename the organization. Please try again.',
  },
  suspend: {
    title: (name: string) => `Suspend ${name}?`,
    effect:
      'Its users are signed out within seconds and cannot sign in, and leads of its partners are refused, until it is reactivated.',
    reason: 'Reason',
    submit: 'Suspend',
    done: (name: string) => `${name} suspended`,
    failed: 'Failed to suspend the organization. Please try again.',
  },
  reactivate: {
    title: (name: string) => `Reactivate ${name}?`,
    effect: 'Its users can work again, also in browsers that are still signed in.',
    submit: 'Reactivate',
    done: (name: string) => `${name} reactivated`,
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    effect:
      'All access ends now. The organization can be restored for some time; after that, its users, leads and files are removed for good.',
    reason: 'Reason',
    submit: 'Delete Organization',
    done: (name: string, until: string) => `${name} deleted. It can be restored until ${until}.`,
    failed: 'Failed to delete the organization. Please try again.',
  },
  restore: {
    title: (name: string) => `Restore ${name}?`,
    effect: 'Its users can sign in again, with all data as before.',
    submit: 'Restore',
    done: (name: string) => `${name} restored`,
  },
};
