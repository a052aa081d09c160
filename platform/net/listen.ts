import { once } from 'node:events';
import type { Server } from 'node:net';

/**
 * Lets a server listen on TCP.
 * @param port 0 is any free port
 * @returns the port; rejects when the address cannot be used
 */
export async function listen(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return portOf(server);
}

/** The port of a server that listens on TCP. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no TCP port');
  return address.port;
}
