import type {
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  ServerWritableStream,
  sendUnaryData,
} from '@grpc/grpc-js';
import { deniedTo, type Role, refusalOf, type User } from './access.ts';
import {
  type AppendCall,
  appendAnswer,
  appendCallOf,
  batches,
  type CarriedOut,
  MOST_BYTES,
} from './appending.ts';
import type { MemoryLog } from './memory-log.ts';
import { clusterInfo, supportedMethods } from './node-info.ts';
import { read, subscribe } from './reading.ts';
import { namesLeader, timedOut, tooLarge } from './refusals.ts';
import { ReadRequest } from './requests.ts';

/** The parts of a node that its calls use. */
export type NodeState = {
  readonly log: MemoryLog;
  readonly user: User;
  role: Role;
  /** The outcome of an append; null if it gets no answer. */
  readonly carryOut: (call: AppendCall) => Promise<CarriedOut | null>;
  readonly port: () => number;
};

/** Serves the calls of `service`. */
export const callsOf = (node: NodeState) => ({
  read: (call: ServerWritableStream<object, Buffer>) => serveRead(node, call),
  append: (call: ServerReadableStream<object, Buffer>, answer: sendUnaryData<Buffer>) =>
    serveAppend(node, call, answer),
  batch: (call: ServerDuplexStream<object, Buffer>) => serveBatches(node, call),
  features: (_: ServerUnaryCall<object, Buffer>, answer: sendUnaryData<Buffer>) =>
    answer(null, supportedMethods()),
  gossip: (_: ServerUnaryCall<object, Buffer>, answer: sendUnaryData<Buffer>) =>
    answer(null, clusterInfo(node.role, node.port())),
});

function serveRead(node: NodeState, call: ServerWritableStream<object, Buffer>): void {
  const refusal = refusalOf(node, call.metadata);
  if (refusal) return void call.emit('error', refusal);
  call.on('error', () => {});
  const { options } = ReadRequest.parse(call.request);
  void (options.subscription ? subscribe(node.log, options, call) : read(node.log, options, call));
}

function serveAppend(
  node: NodeState,
  call: ServerReadableStream<object, Buffer>,
  answer: sendUnaryData<Buffer>,
): void {
  const refusal = refusalOf(node, call.metadata);
  if (refusal) return void answer(refusal);
  const received: object[] = [];
  call.on('error', () => {});
  call.on('data', (message: object) => received.push(message));
  // A client that dies during a call also ends its messages: only afterwards the call is marked as cancelled.
  call.on('end', () =>
    setImmediate(() => {
      const whole = call.cancelled ? null : appendCallOf(received);
      if (whole) void append(node, whole, answer);
    }),
  );
}

async function append(node: NodeState, call: AppendCall, answer: sendUnaryData<Buffer>): Promise<void> {
  const outcome = await node.carryOut(call);
  if (outcome?.kind === 'too-large') return answer(tooLarge(MOST_BYTES));
  if (outcome?.kind === 'dropped') return answer(timedOut('Prepare phase timeout.'));
  if (outcome) answer(null, appendAnswer(call.expected, outcome));
}

function serveBatches(node: NodeState, call: ServerDuplexStream<object, Buffer>): void {
  const refusal = deniedTo(node.user, call.metadata);
  if (refusal) return void call.emit('error', refusal);
  // The role decides about each append. Only the refusal that names the leader ends the call.
  let ended = false;
  const refusalByRole = () => {
    const found = refusalOf(node, call.metadata);
    if (!found || !namesLeader(found) || ended) return found;
    ended = true;
    call.emit('error', found);
    return found;
  };
  const take = batches(node.carryOut, refusalByRole, (bytes) => void (ended || call.write(bytes)));
  call.on('error', () => {});
  call.on('data', (message: object) => void take(message));
  call.on('end', () => call.end());
}
