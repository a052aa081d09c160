import { expect, test } from 'vitest';
import { matchKeys } from './matchKeys.ts';

const page = { label: 'page', keys: 'n' };
const dialog = { label: 'dialog', keys: 'n' };
const leads = { label: 'leads', keys: 'g l' };
const actions = [page, dialog, leads, { label: 'no key', keys: undefined }];

test('matches a key, a sequence, a prefix and nothing', () => {
  expect(matchKeys(['n'], actions)).toEqual({ kind: 'hit', action: dialog });
  expect(matchKeys(['g'], actions)).toEqual({ kind: 'waiting' });
  expect(matchKeys(['g', 'l'], actions)).toEqual({ kind: 'hit', action: leads });
  expect(matchKeys(['g', 'x'], actions)).toEqual({ kind: 'none' });
});
