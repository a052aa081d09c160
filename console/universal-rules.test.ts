import { expect, test } from 'vitest';
import { withoutPseudo } from './universal-rules.ts';

test('takes pseudo-elements out of the rule for all elements, and out of no other', () => {
  const others = '*,:after,:before,::backdrop{--tw-content:""}.rule:after{content:""}';
  expect(withoutPseudo(`*,:after,:before,::backdrop{margin:0}${others}`)).toBe(
    `*,::backdrop{margin:0}${others}`,
  );
});
