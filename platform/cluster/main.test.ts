import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { environmentWith } from '../config/config.ts';
import { listen } from '../net/listen.ts';
import { holderOf } from '../postgres/folder-lock.ts';
import { freePort } from '../test/free-port.ts';
import { programOf } from '../test/program.ts';
import { scratchFolder } from '../test/scratch.ts';
import { kinds } from './kinds.ts';

const program = await programOf('platform/cluster/main.ts');
// The cluster starts them from the same folder.
await Promise.all(Object.values(kinds).map(programOf));
const dataDir = scratchFolder();
const children: ChildProcess[] = [];
/** Accepts connections and never answers. */
const database = createServer();
const port = await listen(database);
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  database.close();
});

/** Starts `npm run cluster` on a database that does not answer, so that it does not become ready. */
async function cluster(...args: string[]) {
  const env = environmentWith({
    DATA_DIR: dataDir,
    DATABASE_URL: `postgresql://nobody@127.0.0.1:${port}/none`,
    SECRET_KEY: 's'.repeat(64),
    PORT: String(await freePort()),
  });
  const child = spawn(process.execPath, [program, ...args], { env });
  children.push(child);
  const output = { text: '' };
  for (const each of [child.stdout, child.stderr]) each.on('data', (chunk) => (output.text += chunk));
  return { child, output };
}

test('a cluster that is not ready outlives a restart, refuses a second one, and ends when its terminal closes', async () => {
  const { child, output } = await cluster();
  await expect.poll(() => holderOf(path.join(dataDir, 'cluster'))?.pid).toBe(child.pid);
  const [restart, second] = await Promise.all([cluster('restart'), cluster()]);
  await Promise.all([once(restart.child, 'exit'), once(second.child, 'exit')]);
  expect(restart.output.text).toContain(`Asked the cluster (process ${child.pid}) to restart`);
  expect(second.output.text).toContain('A cluster runs on');
  await expect.poll(() => output.text).toContain('Not restarted');
  child.kill('SIGHUP');
  await once(child, 'exit');
  expect([child.exitCode, holderOf(path.join(dataDir, 'cluster'))]).toEqual([1, null]);
});
