import { expect, test } from 'vitest';
import { keymap } from './keymap.ts';

test('no two actions share a key, and no key starts the sequence of another', () => {
  const all = Object.values(keymap);
  const colliding = all.filter(
    (keys, at) => all.indexOf(keys) !== at || all.some((other) => other.startsWith(`${keys} `)),
  );
  expect(colliding).toEqual([]);
});
