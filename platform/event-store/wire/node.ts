import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { Role } from './access.ts';
import { callsOf, type NodeState } from './calls.ts';
import { openConnections } from './connections.ts';
import { faultyAppends } from './faulty-appends.ts';
import { memoryLog } from './memory-log.ts';
import { service } from './service.ts';

export type NodeOptions = {
  tls?: { key: string; cert: string };
  /** Required credentials; without them every caller is accepted. */
  user?: { name: string; password: string };
  /** Delay before a dropped write is answered with a timeout: 2 s on a real node. */
  writeTimeoutMs?: number;
};

/**
 * A test tool that speaks EventStoreDB's protocol over a real socket, keeps its log in memory, and causes faults on
 * command. It is only for tests and benches of the adapter and is not a store.
 */
export async function startNode({ tls, user, writeTimeoutMs }: NodeOptions = {}) {
  const grpc = new Server({ 'grpc.max_receive_message_length': 4 * 1024 * 1024 });
  const injector = grpc.createConnectionInjector(credentialsOf(tls));
  const connections = openConnections((socket) => injector.injectConnection(socket));
  const log = memoryLog();
  const { carryOut, harm, delay } = faultyAppends(log, connections.cut, writeTimeoutMs);
  const node: NodeState = {
    log,
    user: user ?? null,
    role: { kind: 'leader' },
    carryOut,
    port: connections.port,
  };
  grpc.addService(service, callsOf(node));

  /** Accepts connections, on the same port as before; the log stays. */
  async function start(): Promise<void> {
    if (!connections.isListening()) log.restart();
    await connections.start();
  }

  await start();
  return {
    port: connections.port(),
    start,
    stop: connections.stop,
    cut: connections.cut,
    become(role: Role) {
      node.role = role;
    },
    harm,
    delay,
    async close() {
      await connections.stop();
      grpc.forceShutdown();
    },
  };
}

function credentialsOf(tls: NodeOptions['tls']): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [
    { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) },
  ]);
}
