import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { environmentWith } from '@crm/platform/config/config.ts';
import { newDataFolder } from '@crm/platform/test/data-folder.ts';
import { freePort } from '@crm/platform/test/free-port.ts';
import { programOf } from '@crm/platform/test/program.ts';
import { expect, onTestFinished, test, vi } from 'vitest';

test('a stop in the middle of the start ends the embedded Postgres, too', async () => {
  const dataDir = await newDataFolder('crm-stopped-');
  const settings = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [await programOf('main.ts')], {
    env: environmentWith(settings),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  const ended = once(child, 'exit');
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  // It exists from before Postgres accepts connections until after it has ended.
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), { interval: 5 });
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(existsSync(pidFile)).toBe(false);
});
