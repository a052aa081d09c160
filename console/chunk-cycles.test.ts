import { expect, test } from 'vitest';
import { findCycle } from './chunk-cycles.ts';

const chunks = (imports: Record<string, string[]>) =>
  new Map(Object.entries(imports).map(([file, each]) => [file, { imports: each }]));

test('finds chunks that import each other in a circle', () => {
  expect(findCycle(chunks({ page: ['list'], list: ['words'], words: ['shell'], shell: ['list'] }))).toEqual([
    'list',
    'words',
    'shell',
    'list',
  ]);
});

test('allows a chunk that several others import', () => {
  expect(findCycle(chunks({ page: ['list', 'shell'], list: ['shell'], shell: ['zod'] }))).toBeNull();
});
