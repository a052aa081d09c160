import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { slowTests } from './slow-tests.ts';
import { root } from './steps.ts';

test('every slow test is a file', () => {
  expect(slowTests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
