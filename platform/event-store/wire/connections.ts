import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { listen } from '../../net/listen.ts';

/** The connections of a node, and the listener that accepts them. It begins to listen with `start`. */
export function openConnections(accept: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  let listener: Server | null = null;
  let port = 0;

  /** Cuts every connection, also during a call. */
  function cut() {
    for (const socket of sockets) socket.destroy();
  }

  return {
    cut,
    port: () => port,
    isListening: () => listener !== null,
    /** Accepts connections, on the same port as before. */
    async start(): Promise<void> {
      if (listener) return;
      listener = createServer((socket) => {
        sockets.add(socket.on('error', () => {}));
        socket.once('close', () => sockets.delete(socket));
        socket.setNoDelay(true);
        accept(socket);
      });
      port = await listen(listener, port);
    },
    /** Cuts every connection, and refuses others until it is started again. */
    async stop(): Promise<void> {
      const closing = listener;
      listener = null;
      if (!closing) return;
      closing.close();
      cut();
      await once(closing, 'close');
    },
  };
}
