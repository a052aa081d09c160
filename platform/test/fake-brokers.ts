import { createServer, type Socket } from 'node:net';
import { listen } from '../net/listen.ts';

/** Brokers that speak as much of Kafka's protocol as a producer needs, for answers that a real cluster rarely gives. */
export type FakeBrokers = {
  brokers: readonly string[];
  /** The broker that leads each partition, by index. */
  leaders: number[];
  /** Called for each partition of a send. @returns the error code of the answer, 0 for none */
  onWrite: (partition: number, broker: number) => number | Promise<number>;
  end: () => Promise<void>;
};

const API = { produce: 0, metadata: 3, versions: 18 };

const int16 = (value: number) => Buffer.from([(value >> 8) & 255, value & 255]);
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const int64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
};
const string = (value: string) => Buffer.concat([int16(value.length), Buffer.from(value)]);
const array = (items: readonly Buffer[]) => Buffer.concat([int32(items.length), ...items]);

/** Two brokers, with the numbers 0 and 1, and one topic with a partition per entry of `leaders`. */
export async function fakeBrokers(topic: string, leaders: readonly number[]): Promise<FakeBrokers> {
  const sockets = new Set<Socket>();
  const ports: number[] = [];
  const fake: FakeBrokers = { brokers: [], leaders: [...leaders], onWrite: () => 0, end: async () => {} };

  const metadata = () =>
    Buffer.concat([
      array(ports.map((port, id) => Buffer.concat([int32(id), string('127.0.0.1'), int32(port)]))),
      array([
        Buffer.concat([
          ...[int16(0), string(topic)],
          array(
            fake.leaders.map((leader, id) =>
              Buffer.concat([
                ...[int16(0), int32(id), int32(leader)],
                ...[array([int32(leader)]), array([int32(leader)])],
              ]),
            ),
          ),
        ]),
      ]),
    ]);
  const produce = async (request: Buffer, broker: number) => {
    const written = await Promise.all(
      partitionsOf(request).map(async (id) =>
        Buffer.concat([int32(id), int16(await fake.onWrite(id, broker)), int64(0), int64(-1)]),
      ),
    );
    return Buffer.concat([array([Buffer.concat([string(topic), array(written)])]), int32(0)]);
  };
  const versions = () =>
    Buffer.concat([
      int16(0),
      array(
        [
          [API.produce, 3, 3],
          [API.metadata, 0, 0],
          [API.versions, 0, 0],
        ].map((each) => Buffer.concat(each.map(int16))),
      ),
    ]);

  const servers = [0, 1].map((broker) =>
    createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}); // a client that was closed
      let unread = Buffer.alloc(0);
      socket.on('data', (bytes) => {
        unread = Buffer.concat([unread, bytes]);
        while (unread.length >= 4 && unread.length >= 4 + unread.readInt32BE(0)) {
          const request = unread.subarray(4, 4 + unread.readInt32BE(0));
          unread = unread.subarray(4 + request.length);
          void answer(request, socket, broker);
        }
      });
    }),
  );
  async function answer(request: Buffer, socket: Socket, broker: number) {
    const api = request.readInt16BE(0);
    let body: Buffer;
    if (api === API.produce) body = await produce(request.subarray(10 + request.readInt16BE(8)), broker);
    else body = api === API.metadata ? metadata() : versions();
    socket.write(Buffer.concat([int32(4 + body.length), request.subarray(4, 8), body]));
  }
  for (const server of servers) ports.push(await listen(server));
  fake.brokers = ports.map((port) => `127.0.0.1:${port}`);
  fake.end = async () => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  };
  return fake;
}

/** The partitions of a send of version 3 to one topic. */
function partitionsOf(request: Buffer): number[] {
  let at = 2 + 2 + 4 + 4; // no transaction, acks, time limit, one topic
  at += 2 + request.readInt16BE(at);
  const partitions: number[] = [];
  const count = request.readInt32BE(at);
  at += 4;
  for (let n = 0; n < count; n += 1) {
    partitions.push(request.readInt32BE(at));
    at += 8 + request.readInt32BE(at + 4);
  }
  return partitions;
}
