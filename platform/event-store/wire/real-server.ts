import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventStoreTestUrl } from '../../config/config.ts';
import { addressOf } from '../eventstoredb/address.ts';
import { probe } from '../eventstoredb/probe.ts';

const run = promisify(execFile);
const IMAGE = 'eventstore/eventstore:23.10.3-jammy';
const START_MS = 120_000;

export type RealServer = {
  name: string;
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
};

/** A real EventStoreDB to test on: the one of EVENTSTORE_TEST_URL, or one in a container; null where there is neither. */
export async function realServer(): Promise<RealServer | null> {
  const url = eventStoreTestUrl();
  if (url) return behindALine(url);
  return (await run('docker', ['info']).catch(() => null)) ? inAContainer() : null;
}

/** Somebody's server, which is not ours to stop: it goes away by cutting the line that leads to it. */
async function behindALine(url: string): Promise<RealServer> {
  const { host, port } = addressOf(url);
  const sockets = new Set<Socket>();
  const line = createServer((near) => {
    const far = dial(port, host);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket.on('error', () => {}));
      socket.once('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      });
    }
    near.pipe(far).pipe(near);
  });
  let at = 0;
  const start = async () => {
    line.listen(at, '127.0.0.1');
    await once(line, 'listening');
    at = (line.address() as AddressInfo).port; // an edge: it listens on a port, not on a socket file
  };
  const stop = async () => {
    line.close();
    for (const socket of sockets) socket.destroy();
    await once(line, 'close');
  };
  await start();
  const [scheme = '', rest = ''] = url.split('://');
  const user = rest.includes('@') ? `${rest.slice(0, rest.lastIndexOf('@'))}@` : '';
  const settings = rest.includes('?') ? rest.slice(rest.indexOf('?')) : '';
  return {
    name: 'a real server (EVENTSTORE_TEST_URL)',
    url: `${scheme}://${user}127.0.0.1:${at}${settings}`,
    start,
    stop,
    end: stop,
  };
}

async function inAContainer(): Promise<RealServer> {
  const port = await freePort(); // a fixed one: the engine would give another at each restart
  const { stdout } = await run(
    'docker',
    ['run', '-d', '-p', `127.0.0.1:${port}:2113`, IMAGE, '--insecure'],
    { timeout: 10 * 60_000 }, // the image may have to come first
  );
  const container = stdout.trim();
  const url = `esdb://127.0.0.1:${port}?tls=false`;
  for (const until = performance.now() + START_MS; (await probe(url)).kind !== 'ok'; await sleep(500)) {
    if (performance.now() > until) throw new Error(`${IMAGE} did not come up`);
  }
  return {
    name: `a real server (${IMAGE})`,
    url,
    async stop() {
      await run('docker', ['stop', container]);
    },
    async start() {
      await run('docker', ['start', container]);
      while ((await probe(url)).kind !== 'ok') await sleep(200);
    },
    async end() {
      await run('docker', ['rm', '-f', container]);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // an edge: it listens on a port, not on a socket file
  server.close();
  return port;
}
