import { createServer, connect as dial, type Socket } from 'node:net';
import { listen } from '../net/listen.ts';

export type CuttableLine = {
  /** URL of the database through the proxy. */
  url: string;
  /** Drops the next `count` answers to statements that contain the mark, with their connections. */
  swallowAnswers: (count: number) => void;
  /** Closes every connection and accepts no more. */
  refuse: () => void;
  /** Passes nothing on over the present connections, which stay open, like a host that fails. New ones work. */
  silence: () => void;
  /** Restores normal operation. */
  heal: () => void;
  close: () => void;
};

/**
 * A local TCP proxy to Postgres that can cut a connection between a statement and its answer.
 *
 * @param url the database, on a host or a Unix socket
 * @param mark text in the statement (or its name) whose answers can be dropped
 */
export async function cuttableLine(url: string, mark: string): Promise<CuttableLine> {
  const way = new URL(url);
  const host = way.searchParams.get('host') ?? way.hostname;
  const port = Number(way.port || 5432);
  let toSwallow = 0;
  let refusing = false;
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  const server = createServer((near) => {
    if (refusing) {
      near.destroy();
      return;
    }
    const far = host.startsWith('/') ? dial(`${host}/.s.PGSQL.${port}`) : dial(port, host);
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', () => {}));
      socket.once('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      });
    }
    let marked = false;
    near.on('data', (sent) => {
      if (silent.has(near)) return;
      marked ||= sent.includes(mark);
      far.write(sent);
    });
    far.on('data', (answer) => {
      if (marked && toSwallow > 0) {
        toSwallow -= 1;
        near.destroy();
      } else {
        near.write(answer);
      }
    });
  });
  way.searchParams.delete('host');
  way.hostname = '127.0.0.1';
  way.port = String(await listen(server));
  return {
    url: way.href,
    swallowAnswers(count) {
      toSwallow = count;
      for (const socket of sockets) socket.destroy(); // so that each new connection sends the statement text again
    },
    refuse() {
      refusing = true;
      for (const socket of sockets) socket.destroy();
    },
    silence() {
      for (const socket of sockets) silent.add(socket);
    },
    heal() {
      toSwallow = 0;
      refusing = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
