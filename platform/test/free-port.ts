import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port on 127.0.0.1 that was free a moment ago: for a server that must keep its port when it is started again. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a TCP port has an AddressInfo
  server.close();
  return port;
}
