import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

let base: string;
const print = () => fingerprint(base, ['src', 'lock.json']);

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'fingerprint-'));
  mkdirSync(path.join(base, 'src/leads'), { recursive: true });
  writeFileSync(path.join(base, 'src/leads/page.tsx'), 'one');
  writeFileSync(path.join(base, 'lock.json'), '{}');
});
afterEach(() => rmSync(base, { recursive: true }));

test('stays the same when only other files change', () => {
  const before = print();
  writeFileSync(path.join(base, 'notes.txt'), 'not a source');
  expect(print()).toBe(before);
});

test('changes with the content of a nested file', () => {
  const before = print();
  writeFileSync(path.join(base, 'src/leads/page.tsx'), 'two');
  expect(print()).not.toBe(before);
});

test('changes when a file is added, removed or renamed', () => {
  const before = print();
  writeFileSync(path.join(base, 'src/new.ts'), '');
  const withNew = print();
  renameSync(path.join(base, 'src/new.ts'), path.join(base, 'src/other.ts'));
  expect(new Set([before, withNew, print()]).size).toBe(3);
  rmSync(path.join(base, 'src/other.ts'));
  expect(print()).toBe(before);
});

test('throws when a source is missing', () => {
  rmSync(path.join(base, 'src'), { recursive: true });
  expect(print).toThrow('src');
});
