import { expect, test } from 'vitest';
import { fieldErrors } from '../test/field-errors.ts';
import { approveStatus, bulkApprove, rejectStatus } from './approvals.ts';

test.each([undefined, '', '  '])('a rejection requires a reason, not %j', (adminNotes) =>
  expect(fieldErrors(rejectStatus.body, { adminNotes })).toEqual({ adminNotes: 'This field is required' }),
);

test.each([undefined, null, '', 'Good'])('an approval accepts the notes %j', (adminNotes) =>
  expect(fieldErrors(approveStatus.body, { adminNotes })).toEqual({}),
);

test('identifies a request by its id', () =>
  expect(fieldErrors(approveStatus.body, { requestId: 'the last' })).toEqual({ requestId: 'Must be an id' }));

test('a bulk approval requires at least one lead', () =>
  expect(fieldErrors(bulkApprove.body, { leadIds: [] })).toEqual({ leadIds: 'Select at least one lead' }));

test('a bulk approval may name the request of each lead', () => {
  const lead = '3f0c2f6e-0b5e-5f0e-9a53-9d2f6f0e1c11';
  expect(fieldErrors(bulkApprove.body, { leadIds: [lead], requestIds: { [lead]: lead } })).toEqual({});
  expect(bulkApprove.body.safeParse({ leadIds: [lead], requestIds: { [lead]: 'the last' } }).success).toBe(
    false,
  );
});
