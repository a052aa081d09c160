import { spawnSync } from 'node:child_process';
import { copyFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { programFrom } from '../test/program.ts';
import { scratchFolder } from '../test/scratch.ts';
import { accountFor, asAccount } from './account.ts';

const closed = scratchFolder(); // mode 0700

const asRoot = process.getuid?.() === 0;
const cluster = path.join(closed, 'data', 'postgres');

if (asRoot) {
  test('root runs Postgres as another account', () => {
    expect(accountFor(path.join(tmpdir(), 'data', 'postgres'), '/bin/sh')).toMatchObject({ kind: 'plain' });
  });

  test('root gives the other account a capability to enter a closed folder', () => {
    const program = path.join(closed, 'program');
    copyFileSync('/bin/sh', program);
    const account = accountFor(cluster, program);
    expect(account).toMatchObject({ kind: 'capable' });
    const { file, args, ids } = asAccount(account, program, [
      '-c',
      'id -u; test -x "$0" && echo reached',
      program,
    ]);
    const { stdout } = spawnSync(file, args, { ...ids, encoding: 'utf8' });
    expect(stdout).toMatch(/^[1-9]\d*\nreached\n$/);
  });

  test('without setpriv, one line names the closed folder and the remedy', async () => {
    // A PATH with only `id`: simulates a machine without setpriv.
    const which = spawnSync('which', ['id'], { encoding: 'utf8' }).stdout.trim();
    symlinkSync(which, path.join(closed, 'id'));
    const account = JSON.stringify(path.join(import.meta.dirname, 'account.ts'));
    const code = `
      import { accountFor, asAccount } from ${account};
      try { accountFor(${JSON.stringify(cluster)}, '/bin/sh'); } catch (error) { console.log(error.message); }
    `;
    const { stdout } = spawnSync(process.execPath, [await programFrom(code)], {
      cwd: import.meta.dirname,
      env: { PATH: closed },
      encoding: 'utf8',
    });
    expect(stdout).toContain(`may not enter ${closed}. Run \`chmod o+x ${closed}\`, set DATA_DIR`);
  });
} else {
  test('another user runs Postgres under its own account', () => {
    expect(accountFor(cluster, process.execPath)).toEqual({ kind: 'self' });
  });
}
