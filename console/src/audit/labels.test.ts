import { expect, test } from 'vitest';
import { actionName, organizationOf, pageOf, recordIn, recordName, subjectOf } from './labels.ts';

const lead = { kind: 'lead', _id: '6b0f2a70-0000-4000-8000-000000000001', name: null, isDeleted: false };

test('names a record by its name, else by the beginning of its id', () => {
  expect(recordName({ ...lead, name: 'A-1' })).toBe('Lead A-1');
  expect(recordName(lead)).toBe('Lead 6b0f2a70');
  expect(recordName({ ...lead, kind: 'invoice' })).toBe('invoice 6b0f2a70');
});

test('has a page for a record with a name that was not deleted', () => {
  expect(pageOf({ ...lead, name: 'A-1' }, false)).toBe(`/leads/${lead._id}`);
  expect(pageOf({ ...lead, name: 'A-1', isDeleted: true }, false)).toBeNull();
  expect(pageOf(lead, false)).toBeNull();
});

test('reads a record from the value of its filter', () => {
  expect(recordIn(subjectOf(lead))).toEqual(lead);
});

test('distinguishes an organisation without a name from the platform', () => {
  const _id = lead._id;
  expect(organizationOf({ organization: { _id, name: 'Demo Sales' } })).toBe('Demo Sales');
  expect(organizationOf({ organization: { _id, name: null } })).toBe('unknown');
  expect(organizationOf({ organization: null })).toBe('Platform');
});

test('names actions with the words of the screens', () => {
  expect(actionName('LeadStatusChanged')).toBe('Lead status changed');
  expect(actionName('TenantDeleted')).toBe('Organization deleted');
  expect(actionName('ApiKeyCreated')).toBe('API key created');
});
