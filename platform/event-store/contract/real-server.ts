import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventStoreTestUrl } from '../../config/config.ts';
import { listen } from '../../net/listen.ts';
import { startContainer } from '../../test/container.ts';
import { addressOf } from '../eventstoredb/address.ts';
import { probe } from '../eventstoredb/probe.ts';

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
  return inAContainer();
}

/** A server that the test may not stop. Connects through a proxy; closing the proxy simulates an outage. */
async function behindALine(url: string): Promise<RealServer> {
  const [node] = addressOf(url).nodes;
  if (!node) throw new Error('An address names a node');
  const { host, port } = node;
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
    at = await listen(line, at);
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

async function inAContainer(): Promise<RealServer | null> {
  const container = await startContainer({ image: IMAGE, port: 2113, command: ['--insecure'] });
  if (!container) return null;
  const url = `esdb://127.0.0.1:${container.port}?tls=false`;
  const answers = async () => {
    for (const until = performance.now() + START_MS; (await probe(url)).kind !== 'ok'; await sleep(200))
      if (performance.now() > until) throw new Error(`${IMAGE} did not start within ${START_MS} ms`);
  };
  await answers();
  return {
    name: `a real server (${IMAGE})`,
    url,
    stop: container.stop,
    start: async () => {
      await container.start();
      await answers();
    },
    end: container.end,
  };
}
