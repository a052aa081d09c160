import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range from which systems take ports for connections and for `listen(0)`, so that no other socket gets one. */
const RANGE = { first: 10_000, size: 20_000 };
/** Distance between the first ports of two test workers with neighbouring process ids. */
const OWN = 101;
let next = (process.pid * OWN) % RANGE.size;

/** A free port on 127.0.0.1, another one at each call: for a server that keeps its port when it is started again. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = RANGE.first + next;
    next = (next + 1) % RANGE.size;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
