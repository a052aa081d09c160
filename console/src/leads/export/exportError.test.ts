import { expect, test } from 'vitest';
import { CallError } from '../../api/errors.ts';
import { exportErrorText, notEmpty } from './exportError.ts';

const refused = (status: number, message: string | null, code: string | null = null) =>
  new CallError({ kind: 'refused', status, message, code, errors: {}, stale: false });

test('each failure of an export has its text', () => {
  const empty = 'Export file is empty. No data matches your filters.';
  expect(exportErrorText(refused(422, empty, 'export-empty'))).toBe(empty);
  expect(exportErrorText(refused(503, 'Export failed. Please try again.', 'export-failed'))).toBe(
    'Export failed. Please try again.',
  );
  expect(exportErrorText(refused(403, 'Admin privileges required', 'admin-required'))).toBe(
    'Export failed: Admin privileges required',
  );
  expect(exportErrorText(refused(502, null))).toBe('Export failed: 502 Bad Gateway');
  expect(exportErrorText(refused(418, null))).toBe('Export failed: 418');
  expect(exportErrorText(new CallError({ kind: 'unreachable', reason: 'network' }))).toBe(
    'Export failed: No response from server',
  );
  expect(exportErrorText(new Error('a bug'))).toBe('Export failed. Please try again.');
});

test('a file without bytes is an empty export', () => {
  const file = (text: string) => ({ kind: 'file' as const, bytes: new Blob([text]), name: 'leads.csv' });
  expect(notEmpty(file('ID'))).toMatchObject({ name: 'leads.csv' });
  let error: unknown;
  try {
    notEmpty(file(''));
  } catch (thrown) {
    error = thrown;
  }
  expect(exportErrorText(error)).toBe('Export file is empty. No data matches your filters.');
});
