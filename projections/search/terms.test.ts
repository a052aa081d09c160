import { expect, test } from 'vitest';
import { searchTerms } from './terms.ts';

test.each([
  ['  Asha   RAO ', [['asha'], ['rao']]],
  ['+91 98765 43210', [['919876543210', '9876543210']]],
  ['919876543210', [['919876543210', '9876543210']]],
  ['098765-43210', [['09876543210', '9876543210']]],
  ['९८७६५ ४३२१०', [['9876543210']]],
  ['12345', [['12345']]],
  [
    'Jean-Luc O’Brien',
    [
      ['jeanluc', 'jean luc'],
      ['obrien', 'o brien'],
    ],
  ],
  ['José', [['jose']]],
  ['DEMO-00001', [['demo00001', 'demo 00001']]],
  ['Kochi, 682016', [['kochi'], ['682016']]],
  ['rao - rao', [['rao']]],
  ['\u202a+1 (202) 555-0123\u202c', [['12025550123', '2025550123']]],
  ['Asha\u200b Verma', [['asha'], ['verma']]],
  ['Asha ❤️', [['asha']]],
  ['   ', []],
  ['\u200f', [['\u200f']]],
  ['%_', [['%_']]],
])('searches %s as %j', (typed, terms) => {
  expect(searchTerms(typed)).toEqual(terms);
});
