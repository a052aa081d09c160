import { expect, test } from 'vitest';
import { contrast, parseHex } from '../../theme/color.ts';
import { themeOf } from '../../theme/shades.ts';
import { presets, readColor } from './presets.ts';

test('offers twelve different colours with readable text on each', () => {
  expect(presets).toHaveLength(12);
  expect(new Set(presets.map(({ color }) => color)).size).toBe(12);
  for (const { name, color } of presets) {
    expect(parseHex(color), name).not.toBeNull();
    const { primary, onPrimary } = themeOf(color);
    expect(contrast(onPrimary, primary), name).toBeGreaterThanOrEqual(4.5);
  }
});

test.each([
  [' #0EA5E9 ', { kind: 'new', color: '#0EA5E9' }],
  ['#6366F1', { kind: 'current' }],
  ['#666', { kind: 'wrong', text: 'Must be a color like #6366f1' }],
  ['indigo', { kind: 'wrong', text: 'Must be a color like #6366f1' }],
])('reads %j over #6366f1', (typed, read) => expect(readColor(typed, '#6366f1')).toEqual(read));
