import { once } from 'node:events';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Metadata,
  type MethodDefinition,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { listen } from '../../net/listen.ts';
import {
  type AppendCall,
  appendAnswer,
  appendCallOf,
  batches,
  bytesOf,
  type CarriedOut,
  MOST_BYTES,
} from './appending.ts';
import { memoryLog } from './memory-log.ts';
import { decode, encode, messages } from './protocol.ts';
import { read, subscribe } from './reading.ts';
import {
  accessDenied,
  noLeaderKnown,
  notLeader,
  notReady,
  type Refusal,
  timedOut,
  tooLarge,
  unauthenticated,
} from './refusals.ts';
import { ReadRequest } from './requests.ts';

/** The node's role decides how it answers every call. */
export type Role =
  | { kind: 'leader' }
  /** Its refusals and its gossip name the leader. */
  | { kind: 'follower'; leader: { host: string; port: number } | null }
  | { kind: 'not-ready' };

/** A fault for the next `times` appends. */
export type AppendFault =
  /** Written, but all connections are cut before the answer. */
  | { kind: 'cut-after-commit'; times: number }
  /** Written, but never answered. */
  | { kind: 'silent-after-commit'; times: number }
  /** Neither written nor answered. */
  | { kind: 'silent'; times: number };

export type NodeOptions = {
  tls?: { key: string; cert: string };
  /** Required credentials; without them every caller is accepted. */
  user?: { name: string; password: string };
  /** Delay before a dropped write is answered with a timeout: 2 s on a real node. */
  writeTimeoutMs?: number;
};

/** States of a member in gossip. */
const [FOLLOWER, LEADER] = [6, 8];

const PREPARE_TIMEOUT_MS = 2_000;

/**
 * A test tool that speaks EventStoreDB's protocol over a real socket, keeps its log in memory, and causes faults on
 * command. It is only for tests and benches of the adapter and is not a store.
 */
export async function startNode(options: NodeOptions = {}) {
  const log = memoryLog();
  const sockets = new Set<Socket>();
  let role: Role = { kind: 'leader' };
  let fault: AppendFault | null = null;
  let delayMs = 0;
  let listener: NetServer | null = null;
  let port = 0;

  const grpc = new Server({ 'grpc.max_receive_message_length': 4 * 1024 * 1024 });
  const credentials = options.tls
    ? ServerCredentials.createSsl(null, [
        { private_key: Buffer.from(options.tls.key), cert_chain: Buffer.from(options.tls.cert) },
      ])
    : ServerCredentials.createInsecure();
  const injector = grpc.createConnectionInjector(credentials);

  function deniedTo(metadata: Metadata): Refusal | null {
    if (!options.user) return null;
    const [sent] = metadata.get('authorization');
    const { name, password } = options.user;
    const right = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
    if (sent === undefined) return accessDenied();
    return sent === right ? null : unauthenticated();
  }

  /** The reason to refuse a call; null if the call is served. */
  function refusalOf(metadata: Metadata): Refusal | null {
    const denied = deniedTo(metadata);
    if (denied) return denied;
    if (role.kind === 'not-ready') return notReady();
    const needsLeader = metadata.get('requires-leader')[0] === 'true';
    if (role.kind === 'follower' && needsLeader)
      return role.leader ? notLeader(role.leader) : noLeaderKnown();
    return null;
  }

  /** The outcome of an append; null if it gets no answer. */
  async function carryOut(call: AppendCall): Promise<CarriedOut | null> {
    if (bytesOf(call) > MOST_BYTES) return { kind: 'too-large' };
    const harm = fault;
    if (harm) fault = harm.times > 1 ? { ...harm, times: harm.times - 1 } : null;
    if (harm?.kind === 'silent') return null;
    const outcome = await log.append(call.stream, call.expected, call.events);
    if (harm?.kind === 'silent-after-commit') return null;
    if (harm?.kind === 'cut-after-commit') {
      cut();
      return null;
    }
    if (delayMs > 0) await sleep(delayMs);
    if (outcome.kind === 'dropped') await sleep(options.writeTimeoutMs ?? PREPARE_TIMEOUT_MS);
    return outcome;
  }

  async function append(call: AppendCall, answer: sendUnaryData<Buffer>): Promise<void> {
    const outcome = await carryOut(call);
    if (outcome?.kind === 'too-large') return answer(tooLarge(MOST_BYTES));
    if (outcome?.kind === 'dropped') return answer(timedOut('Prepare phase timeout.'));
    if (outcome) answer(null, appendAnswer(call.expected, outcome));
  }

  grpc.addService(
    {
      read: method('streams.Streams', 'Read', messages.ReadReq, { responseStream: true }),
      append: method('streams.Streams', 'Append', messages.AppendReq, { requestStream: true }),
      batch: method('streams.Streams', 'BatchAppend', messages.BatchAppendReq, {
        requestStream: true,
        responseStream: true,
      }),
      features: method('server_features.ServerFeatures', 'GetSupportedMethods', messages.Empty, {}),
      gossip: method('gossip.Gossip', 'Read', messages.Empty, {}),
    },
    {
      read(call: ServerWritableStream<object, Buffer>) {
        const refusal = refusalOf(call.metadata);
        if (refusal) return void call.emit('error', refusal);
        call.on('error', () => {});
        const { options } = ReadRequest.parse(call.request);
        void (options.subscription ? subscribe(log, options, call) : read(log, options, call));
      },
      append(call: ServerReadableStream<object, Buffer>, answer: sendUnaryData<Buffer>) {
        const refusal = refusalOf(call.metadata);
        if (refusal) return answer(refusal);
        const received: object[] = [];
        call.on('error', () => {});
        call.on('data', (message: object) => received.push(message));
        // A client that dies during a call also ends its messages: only afterwards the call is marked as cancelled.
        call.on('end', () =>
          setImmediate(() => {
            const whole = call.cancelled ? null : appendCallOf(received);
            if (whole) void append(whole, answer);
          }),
        );
      },
      batch(call: ServerDuplexStream<object, Buffer>) {
        const refusal = deniedTo(call.metadata);
        if (refusal) return void call.emit('error', refusal);
        // The role decides about each append. Only the refusal that names the leader ends the call.
        let ended = false;
        const refusalByRole = () => {
          const found = refusalOf(call.metadata);
          if (found?.code !== status.NOT_FOUND || ended) return found;
          ended = true;
          call.emit('error', found);
          return found;
        };
        const take = batches(carryOut, refusalByRole, (bytes) => void (ended || call.write(bytes)));
        call.on('error', () => {});
        call.on('data', (message: object) => void take(message));
        call.on('end', () => call.end());
      },
      features(_call: ServerUnaryCall<object, Buffer>, answer: sendUnaryData<Buffer>) {
        const service_name = 'event_store.client.streams.streams';
        const methods = ['read', 'append', 'batchappend'].map((method_name) => ({
          method_name,
          service_name,
        }));
        answer(null, encode(messages.SupportedMethods, { methods, event_store_server_version: '23.10.3.0' }));
      },
      gossip(_call: ServerUnaryCall<object, Buffer>, answer: sendUnaryData<Buffer>) {
        const member = (state: number, at: { host: string; port: number }) => ({
          ...{ state, is_alive: true, http_end_point: { address: at.host, port: at.port } },
          ...{ instance_id: { string: crypto.randomUUID() }, time_stamp: Date.now() * 10_000 },
        });
        const leader = role.kind === 'follower' ? role.leader : null;
        const members = [member(role.kind === 'leader' ? LEADER : FOLLOWER, { host: '127.0.0.1', port })];
        if (leader) members.push(member(LEADER, leader));
        answer(null, encode(messages.ClusterInfo, { members }));
      },
    },
  );

  /** Accepts connections, on the same port as before. */
  async function start(): Promise<void> {
    if (listener) return;
    log.restart();
    listener = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      socket.once('close', () => sockets.delete(socket));
      socket.setNoDelay(true);
      injector.injectConnection(socket);
    });
    port = await listen(listener, port);
  }

  /** Cuts every connection, also during a call. */
  function cut() {
    for (const socket of sockets) socket.destroy();
  }

  /** Refuses connections until it is started again; the log stays. */
  async function stop(): Promise<void> {
    const closing = listener;
    listener = null;
    if (!closing) return;
    closing.close();
    cut();
    await once(closing, 'close');
  }

  await start();
  return {
    port,
    start,
    stop,
    cut,
    become: (next: Role) => {
      role = next;
    },
    harm: (next: AppendFault | null) => {
      fault = next;
    },
    /** Delays every answer to an append. */
    delay: (ms: number) => {
      delayMs = ms;
    },
    async close() {
      await stop();
      grpc.forceShutdown();
    },
  };
}

function method(
  service: string,
  name: string,
  request: Parameters<typeof decode>[0],
  streams: { requestStream?: boolean; responseStream?: boolean },
): MethodDefinition<object, Buffer> {
  return {
    path: `/event_store.client.${service}/${name}`,
    requestStream: streams.requestStream ?? false,
    responseStream: streams.responseStream ?? false,
    requestSerialize: (message) => encode(request, message),
    requestDeserialize: (bytes) => decode(request, bytes),
    responseSerialize: (bytes) => bytes,
    responseDeserialize: (bytes) => bytes,
  };
}
