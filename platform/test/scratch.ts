import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** Makes an empty folder that is removed after the hooks of this test file. Call it at the top level. */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'crm-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
