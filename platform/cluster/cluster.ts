import { readFileSync } from 'node:fs';
import path from 'node:path';
import { environmentWith } from '../config/config.ts';
import { type Kind, kindNames, kinds, readRoute } from './kinds.ts';
import { type Member, startMember } from './member.ts';
import { openProxy, type ReverseProxy } from './proxy.ts';

const ROOT = path.join(import.meta.dirname, '../..');

export type Cluster = {
  url: string;
  members: readonly Member[];
  /**
   * Restarts these processes, by default all, one after the other: stops it, starts it, and waits until it is ready.
   * Rejects at the first one that is not; the others then still run as before. Starts nothing after the signal.
   */
  restart: (which?: readonly Member[]) => Promise<void>;
  /** Stops the proxy, then the processes of one kind after the other. */
  stop: () => Promise<void>;
};

export type ClusterOptions = {
  host: string;
  /** Of the proxy; 0 is any free port. */
  port: number;
  /** The ports of the processes, on 127.0.0.1. */
  nextPort: () => Promise<number>;
  /** The number of processes of each kind. */
  each: Readonly<Record<Kind, number>>;
  /** Settings of all processes: at least DATABASE_URL, SECRET_KEY and DATA_DIR. */
  environment: Record<string, string>;
  /** Arguments of `node` that run an entry point. */
  argsOf: (entry: string) => Promise<readonly string[]>;
  /** Gets each line of output with the name of its process. */
  print: (name: string, line: string) => void;
  /** Addresses or CIDRs of proxies in front of this one, whose X-Forwarded-For is trusted; by default none. */
  trust?: readonly string[];
  /** Ends a start or a restart that is not finished. */
  signal: AbortSignal;
};

/** Starts the topology of a large installation from plain processes, with a proxy in front. Resolves when all are ready. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { host, each, environment, argsOf, print, signal, trust = [] } = options;
  const planned = await Promise.all(
    kindNames.flatMap((kind) =>
      Array.from({ length: each[kind] }, async (_, n) => {
        const args = await argsOf(kinds[kind]);
        return { name: `${kind}-${n + 1}`, kind, port: await options.nextPort(), args };
      }),
    ),
  );
  const route = readRoute(readFileSync(path.join(ROOT, 'docs/nginx.conf'), 'utf8'));
  const proxy = await openProxy({ host, port: options.port, route, targets: planned, trust });
  const url = `http://${host}:${proxy.port}`;
  const members = planned.map(({ args, ...each }) => {
    const env = environmentWith({
      PUBLIC_URL: url,
      TRUST_PROXY: ['127.0.0.1', ...trust].join(','),
      ...environment,
      PORT: String(each.port),
      HOST: '127.0.0.1',
    });
    return startMember(each, { args, env, cwd: ROOT }, (line) => print(each.name, line));
  });
  /** Resolves when a process takes calls and has built its read models, which may take minutes; rejects when it ends before. */
  const isReady = async (member: Member) => {
    const ends = AbortSignal.any([signal, member.ended()]);
    await Promise.all([member.ready(), proxy.untilUp(member.port, ends)]).catch(() => {
      throw new Error(`${member.name} did not become ready; its output says why`);
    });
  };
  const stop = () => stopAll(proxy, members);
  try {
    await Promise.all(members.map(isReady));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    members,
    async restart(which = members) {
      for (const member of which) {
        print(member.name, 'Restarting');
        await member.stop();
        proxy.stopped(member.port);
        signal.throwIfAborted();
        member.start();
        await isReady(member);
      }
    },
    stop,
  };
}

/** Callers first; then those who write, before those who read what was written. */
const STOP_ORDER: readonly Kind[] = ['commands', 'workers', 'projections'];

async function stopAll(proxy: ReverseProxy, members: readonly Member[]): Promise<void> {
  await proxy.close();
  for (const kind of STOP_ORDER)
    await Promise.all(members.filter((each) => each.kind === kind).map((each) => each.stop()));
}
