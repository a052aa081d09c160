import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { environmentWith } from '@crm/platform/config/config.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { programOf } from '@crm/platform/test/program.ts';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const { superuserUrl } = await testDatabase();

const commands: [name: string, entry: string, args: string[]][] = [
  ['npm start', 'main.ts', []],
  ['npm run rebuild', 'projections/rebuild.ts', ['leads']],
  ['npm run dead-letters', 'platform/runner/dead-letters/main.ts', []],
  [
    'npm run copy-events',
    'platform/event-store/copy/main.ts',
    ['--from', superuserUrl, '--to', 'esdb://127.0.0.1:1?tls=false'],
  ],
];

test.concurrent.for(commands)(
  '%s refuses a superuser with one line and code 1',
  async ([, entry, args], context) => {
    const child = spawn(process.execPath, [await programOf(entry), ...args], {
      cwd: ROOT,
      env: environmentWith({ DATABASE_URL: superuserUrl, SECRET_KEY: 'x'.repeat(32), LOG_LEVEL: 'warn' }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // If the start were not refused, the process would run forever.
    context.onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The database role postgres is a superuser: [^\n]*create role crm[^\n]*\n$/,
      ),
    });
  },
);
