import { expect, test } from 'vitest';
import { changed, changedByOthers } from './changed.ts';

test('an edit sends only the changed fields, nested ones included', () => {
  const before = { name: 'Asha', phone: '', rights: { all: false } };
  expect(changed(before, { ...before, rights: { all: false } })).toEqual({});
  expect(changed(before, { ...before, phone: '1234567' })).toEqual({ phone: '1234567' });
  expect(changed(before, { ...before, rights: { all: true } })).toEqual({ rights: { all: true } });
});

const read = { name: 'Oil', price: '10.00', tags: ['a'] };

test('names the fields that others have changed', () => {
  expect(changedByOthers(read, { ...read, tags: ['a'] }, [])).toEqual([]);
  expect(changedByOthers(read, { ...read, price: '12.00', tags: ['b'] }, [])).toEqual(['price', 'tags']);
});

test('does not take the own edit for that of another user', () => {
  const sent = { ...read, price: '12.00' };
  expect(changedByOthers(read, sent, [sent])).toEqual([]);
  expect(changedByOthers(read, { ...sent, name: 'Balm' }, [sent])).toEqual(['name']);
  expect(changedByOthers(read, { ...sent, price: '13.00' }, [sent])).toEqual(['price']);
  // Of two own edits, the answers to both may be lost.
  expect(changedByOthers(read, sent, [sent, { ...read, price: '13.00' }])).toEqual([]);
  // The server trims texts, and an amount is shown with its decimals.
  const typed = { name: 'Balm ', price: '12', tags: ['b '] };
  expect(changedByOthers(read, { name: 'Balm', price: '12.00', tags: ['b'] }, [typed])).toEqual([]);
  expect(changedByOthers(read, { ...read, price: '0.00' }, [{ ...read, price: '0' }])).toEqual([]);
  // Another user has removed the zero of a postal code.
  expect(changedByOthers({ code: '560001' }, { code: '1234' }, [{ code: '01234' }])).toEqual(['code']);
  // It has not arrived yet.
  expect(changedByOthers(read, read, [sent])).toEqual([]);
});
