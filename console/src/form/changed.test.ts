import { expect, test } from 'vitest';
import { changed } from './changed.ts';

test('an edit sends only the changed fields, nested ones included', () => {
  const before = { name: 'Asha', phone: '', rights: { all: false } };
  expect(changed(before, { ...before, rights: { all: false } })).toEqual({});
  expect(changed(before, { ...before, phone: '1234567' })).toEqual({ phone: '1234567' });
  expect(changed(before, { ...before, rights: { all: true } })).toEqual({ rights: { all: true } });
});
