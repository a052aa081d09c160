import { Agent, createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { HEAD_LIMIT } from '../http/head-limit.ts';
import { listen } from '../net/listen.ts';
import { addressIn } from '../net/public-address.ts';
import { type Forwarding, forward } from './forward.ts';
import type { Route } from './kinds.ts';
import { openTargets, type Target } from './targets.ts';
import { type Upgrading, upgrade } from './upgrade.ts';

export type ReverseProxy = {
  port: number;
  /** Resolves when this process answers 200 on /readyz and gets calls. */
  untilUp: (port: number, signal: AbortSignal) => Promise<void>;
  /** A process was stopped: it gets no calls until it is ready again. */
  stopped: (port: number) => void;
  /** Ends the connections of sockets, and waits for running calls, at most CLOSE_MS. */
  close: () => Promise<void>;
};

/** Longer than a call takes, other than a download of a large file over a slow line. */
const CLOSE_MS = 30_000;

/**
 * A small reverse proxy: the one address of a cluster. A call that no process has received is sent to the next process
 * of its kind; a GET also when its process ended before it answered, or refused it with 503: while one process builds a read
 * model of a newer version, the others still have the older one. So is a file of the console that one process does not have, because
 * its version is another one. Any other call may have been executed, so the caller
 * gets 502 and decides about a repetition.
 */
export async function openProxy(options: {
  host: string;
  /** 0 is any free port. */
  port: number;
  route: Route;
  targets: readonly Target[];
  /** Addresses or CIDRs of peers whose X-Forwarded-For is kept (TRUST_PROXY). */
  trust: readonly string[];
  /** Another CLOSE_MS, for tests. */
  closeMs?: number;
}): Promise<ReverseProxy> {
  const { route, closeMs = CLOSE_MS } = options;
  const targets = openTargets(options.targets);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 });
  const upgraded = new Set<Duplex>();
  const isTrusted = addressIn(options.trust);
  const proxy: Forwarding & Upgrading = { route, targets, agent, upgraded, isTrusted, isClosing: false };

  const server = createServer({ maxHeaderSize: HEAD_LIMIT }, (call, answer) => forward(proxy, call, answer));
  server.on('upgrade', (call, near, head) => upgrade(proxy, call, near, head));
  const port = await listen(server, options.port, options.host);
  return {
    port,
    untilUp: targets.untilUp,
    stopped: targets.stopped,
    async close() {
      proxy.isClosing = true;
      for (const each of upgraded) each.destroy();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), closeMs);
      await closed;
      clearTimeout(late);
      targets.close();
      agent.destroy();
    },
  };
}
