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

/** A real EventStoreDB for tests: at EVENTSTORE_TEST_URL, or in a container; null if neither is available. */
export async function realServer(): Promise<RealServer | null> {
  const url = eventStoreTestUrl();
  if (url) return behindALine(url);
  return (await run('docker', ['info']).catch(() => null)) ? inAContainer() : null;
}

/** A server that the test may not stop. Connects through a proxy; closing the proxy simulates an outage. */
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
    at = (line.address() as AddressInfo).port; // a TCP server has an AddressInfo
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
  const port = await freePort(); // a fixed port: Docker would assign another at each restart
  const { stdout } = await run(
    'docker',
    ['run', '-d', '-p', `127.0.0.1:${port}:2113`, IMAGE, '--insecure'],
    { timeout: 10 * 60_000 }, // the image may have to be downloaded
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
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  server.close();
  return port;
}
