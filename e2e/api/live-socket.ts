import { io, type ManagerOptions, type Socket } from 'socket.io-client';

/**
 * A live connection that is opened as the console opens it: a busy server may refuse it as 'unavailable' for now, and Socket.IO
 * does not try again by itself after a refusal.
 *
 * @param options its reconnection after a loss; a refusal for now is always tried again
 */
export function openSocket(url: string, token: string, options: Partial<ManagerOptions>): Socket {
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, ...options });
  socket.on('connect_error', ({ message }) => {
    if (isForNow(message)) socket.connect();
  });
  return socket;
}

const isForNow = (message: string) => message === 'unavailable';

/** Resolves when the socket is open; rejects when the server refuses it for good or cannot be reached. */
export const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.on('connect_error', (error) => {
      if (!isForNow(error.message)) reject(error);
    });
  });
