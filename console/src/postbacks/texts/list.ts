import { createElement, Fragment, type ReactNode } from 'react';
import { formatNumber } from '../../format/count.ts';

/** The texts of the list of postbacks, of one postback, and of the warnings about them. */
export const postbackListTexts = {
  noun: 'Postback',
  one: 'postback',
  many: 'postbacks',
  triggers: {
    new_lead: 'New Lead',
    status_update: 'Status Update',
    lead_assigned: 'Lead Assigned',
    lead_approved: 'Lead Approved',
    lead_rejected: 'Lead Rejected',
  },
  refresh: 'Refresh',
  backfill: 'Backfill',
  search: 'Name, description or URL',
  filters: {
    status: 'Status',
    trigger: 'Trigger event',
    allTriggers: 'All trigger events',
  },
  empty: 'No postbacks configured',
  noMatch: 'No postbacks found',
  columns: {
    name: 'Name',
    url: 'URL',
    method: 'Method',
    triggers: 'Trigger Events',
    performance: 'Performance',
    status: 'Status',
    created: 'Created',
    actions: 'Actions',
  },
  performance: {
    none: 'No data',
    sent: (n: number) => `${formatNumber(n)} sent`,
    success: (percent: number) => `${formatNumber(percent)}% success`,
  },
  actions: {
    logs: 'Logs',
    logsOf: (name: string) => `Logs of ${name}`,
    test: 'Test',
    testOf: (name: string) => `Test ${name}`,
    edit: 'Edit',
    editOf: (name: string) => `Edit ${name}`,
    delete: 'Delete',
    deleteOf: (name: string) => `Delete ${name}`,
  },
  toggle: {
    label: (name: string) => `Toggle ${name}`,
    turnedOn: (name: string) => `${name} is active`,
    turnedOff: (name: string) => `${name} is inactive`,
  },
  state: {
    active: 'Active',
    inactive: 'Inactive',
    gone: 'Gone',
    goneWhy: 'The partner answered 410 Gone, so it turned itself off.',
    imported: 'Imported',
    importedWhy: 'The archive of the organization had no secrets: enter them again, then turn it on.',
    paused: 'Paused',
    pausedUntil: (time: string) => `The partner fails; tried again at ${time}.`,
  },
  /** In the results of Ctrl K. */
  foundInactive: (url: string) => `${url} · Inactive`,
  deleteConsequence: 'Deliveries that wait to be sent are dropped.',
  health: {
    gone: (name: ReactNode, since: string) =>
      sentence(name, ` turned itself off on ${since}: the partner answered 410 Gone.`),
    failing: (name: ReactNode, percent: string) =>
      sentence(name, ` fails: ${percent}% of its deliveries of the last hour succeeded.`),
    seeLogs: 'See its logs',
    more: (n: number) => `${n} more postbacks fail or turned themselves off.`,
    seeAll: 'See all postbacks',
  },
};

/** A sentence with an element inside. */
function sentence(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
