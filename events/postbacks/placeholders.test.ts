import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventPlaceholders, leadPlaceholders } from './placeholders.ts';

test('docs/postbacks.md lists all placeholders, in the order of the catalogue', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/postbacks.md'), 'utf8');
  const list = /^Names: (.*?)Any other field/ms.exec(page)?.[1] ?? '';
  const names = list.replace('`sub1` to `sub5`', '`sub1` `sub2` `sub3` `sub4` `sub5`').matchAll(/`([^`]+)`/g);
  expect([...names].map(([, name]) => name)).toEqual([...leadPlaceholders, ...eventPlaceholders]);
});
