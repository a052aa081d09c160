import { expect, test } from 'vitest';
import { pressedKey } from './pressedKey.ts';

const pressed = (key: string, code: string, shiftKey = false) => pressedKey({ key, code, shiftKey });

test.each([
  ['Devanagari', 'म', 'KeyC', 'c'],
  ['Devanagari', 'क्ष', 'KeyR', 'r'],
  ['Arabic', 'ش', 'KeyA', 'a'],
  ['Arabic', 'ظ', 'Slash', '/'],
  ['Cyrillic', 'х', 'BracketLeft', '['],
  ['Cyrillic', 'о', 'KeyJ', 'j'],
])('on a %s layout, %s is the key %s: %s', (_, key, code, meant) => {
  expect(pressed(key, code)).toBe(meant);
});

test('Shift makes the upper-case letter and the upper mark', () => {
  expect(pressed('Ф', 'KeyA', true)).toBe('A');
  expect(pressed('؟', 'Slash', true)).toBe('?');
  expect(pressed('№', 'Digit3', true)).toBe('#');
});

test('a Latin layout counts by character', () => {
  // A French keyboard has `a` where a US keyboard has `q`.
  expect(pressed('a', 'KeyQ')).toBe('a');
  expect(pressed('#', 'Backslash')).toBe('#');
});

test('named keys and dead keys are no shortcuts', () => {
  expect(pressed('Enter', 'Enter')).toBeNull();
  expect(pressed('Dead', 'BracketLeft')).toBeNull();
  expect(pressed('Shift', 'ShiftLeft', true)).toBeNull();
});
