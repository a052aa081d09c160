import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environmentWith } from '@crm/platform/config/config.ts';
import { openHistory } from '@crm/platform/event-store/history.ts';
import { openEventStore } from '@crm/platform/event-store/open.ts';
import { testTls } from '@crm/platform/event-store/wire/tls.ts';
import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { newDataFolder } from '@crm/platform/test/data-folder.ts';
import { freePort } from '@crm/platform/test/free-port.ts';
import { programOf } from '@crm/platform/test/program.ts';
import { afterAll, describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const dataDir = await newDataFolder('crm-start-');
const [plain, secure] = await Promise.all([
  startWire(),
  startWire({ tls: testTls, user: { name: 'crm', password: 'right' } }),
]);
const authority = path.join(dataDir, 'authority.crt');
writeFileSync(authority, testTls.cert);
const port = await freePort();
afterAll(async () => {
  await Promise.all([plain.end(), secure.end()]);
  rmSync(dataDir, { recursive: true });
});

const program = await programOf('main.ts');

/** Starts the product on an event store; `ended` resolves with its exit code and its output. */
function start(eventStoreUrl: string) {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: environmentWith({
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_LEADS: '0',
      LOG_LEVEL: 'error', // a stack trace in the log would be a second line
      EVENTSTORE_URL: eventStoreUrl,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return { child, ended };
}

describe('a start on an event store', () => {
  test.each([
    ['that wants TLS', () => secure.url, /^EVENTSTORE_URL: 127\.0\.0\.1:\d+ wants TLS; [^\n]*\n$/],
    [
      'that refuses the password',
      () => `esdb://crm:wrong@localhost:${secure.port}?tlsCAFile=${authority}`,
      /^EVENTSTORE_URL: localhost:\d+ refuses the user or the password[^\n]*\n$/,
    ],
    ['whose URL has no host', () => 'esdb://?tls=false', /^EVENTSTORE_URL must be like esdb:\/\/[^\n]*\n$/],
  ])('%s ends with one line and code 1', async (_, url, line) => {
    expect(await start(url()).ended).toEqual({ code: 1, output: expect.stringMatching(line) });
  });

  test('that is unreachable waits, reports it, and starts when the store is reachable', async () => {
    await plain.stop();
    const { child, ended } = start(plain.url);
    await expect.poll(readyz).toEqual({
      status: 'waiting',
      reason: expect.stringMatching(
        /^EventStoreDB at 127\.0\.0\.1:\d+ cannot be reached \(connect ECONNREFUSED/,
      ),
    });
    await plain.start();
    await expect.poll(readyz).toEqual({ status: 'ready' });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  test('that is stopped while waiting ends cleanly', async () => {
    const { child, ended } = start('esdb://127.0.0.1:1?tls=false');
    await expect.poll(readyz).toMatchObject({ status: 'waiting' });
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, output: '' });
  });

  test('written by a newer program ends with one line and code 1', async () => {
    const newer = await startWire();
    const written = await openEventStore({ kind: 'eventstoredb', url: newer.url });
    await openHistory(written, { LeadFlown: 2 });
    await written.close();
    expect(await start(newer.url).ended).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The event store was written by a newer version .*LeadFlown in version 2.*\n$/,
      ),
    });
    await newer.end();
  });
});

async function readyz(): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  return answer ? answer.json() : 'nothing answers';
}
