import { expect, test } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { showBatch, shownBatch } from './shown.ts';

test('an open batch is shown to the session that opened it, not to the next one', () => {
  stubStorage(new Map([['token', 'of Anita']]));
  showBatch('batch');
  expect(shownBatch()).toBe('batch');
  stubStorage();
  expect(shownBatch()).toBe(null);
  stubStorage(new Map([['token', 'of Bala']]));
  expect(shownBatch()).toBe(null);
});
