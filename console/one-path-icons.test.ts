import { expect, test } from 'vitest';
import { joined } from './one-path-icons.ts';

test('joins paths, lines and circles into one path', () => {
  const icon = joined([
    ['path', { d: 'M3 6h18', key: 'a' }],
    ['line', { x1: '1', y1: '2', x2: '3', y2: '4', key: 'b' }],
    ['circle', { cx: '12', cy: '12', r: '3', key: 'c' }],
  ]);
  expect(icon).toEqual([['path', { d: 'M3 6h18M1 2L3 4M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0', key: 'all' }]]);
});

test('a path that begins with a relative move keeps its place after another path', () => {
  const icon = joined([
    ['path', { d: 'M3 6h18', key: 'a' }],
    ['path', { d: 'm16 9-5.5 5.5L8 12', key: 'b' }],
    ['path', { d: 'm4.5-.5h3', key: 'c' }],
  ]);
  expect(icon).toEqual([['path', { d: 'M3 6h18M16 9l-5.5 5.5L8 12M4.5 -.5h3', key: 'all' }]]);
});

test('keeps a shape that has a look of its own, and rectangles', () => {
  const dot = ['circle', { cx: '7.5', cy: '7.5', r: '.5', fill: 'currentColor', key: 'a' }] as const;
  const box = ['rect', { x: '3', y: '3', width: '18', height: '18', rx: '2', key: 'b' }] as const;
  expect(joined([dot, box])).toEqual([dot, box]);
});
