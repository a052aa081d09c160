import type { Server as HttpServer } from 'node:http';
import { HINT_EVENT, READ_AGAIN_EVENT } from '@crm/contracts/live/hint.ts';
import type { Broadcast } from '@crm/platform/broadcast/broadcast.ts';
import { callersOf } from '@crm/platform/http/authenticate.ts';
import { fromText, type Message, messagesOf } from '@crm/platform/live/messages.ts';
import { broadcastMessage, LIVE_TOPIC, type Publish } from '@crm/platform/live/publish.ts';
import { roomsOf } from '@crm/platform/live/rooms.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Pools } from '@crm/platform/postgres/pools.ts';
import { Server } from 'socket.io';
import { type LiveServer, type LiveSocket, watchSessions } from './sessions.ts';

export type Gateway = {
  publish: Publish;
  /** Call when hints may have been lost: every console refetches its data. Returns at once. */
  readAgain: () => void;
  /** Serves /socket.io on a server. The returned function stops that; browsers then reconnect to any process. */
  attach: (server: HttpServer) => () => Promise<void>;
};

export type GatewayOptions = {
  /** Sees the sessions of all tenants. */
  pool: Pools['auth'];
  /** Sends messages to the gateways of other processes. */
  broadcast: Broadcast;
  log: Log;
};

/** The broadcast text for `readAgain`; all other texts are messages. */
const READ_AGAIN = '';
/** Combines calls of `readAgain` within this time: at a start, all projections become leaders one after the other. */
const READ_AGAIN_AFTER_MS = 250;

/** Opens the live push: hints over Socket.IO, to rooms that the server chooses. */
export function openGateway({ pool, broadcast, log }: GatewayOptions): Gateway {
  const io: LiveServer = new Server({
    serveClient: false,
    // Browsers send nothing after the handshake.
    maxHttpBufferSize: 10_000,
  });
  io.use((socket, next) => {
    admit(socket, pool).then(
      (known) => next(known ? undefined : new Error('signed-out')),
      (error: unknown) => {
        log.warn({ err: error }, 'The session of a live connection could not be checked');
        next(new Error('unavailable'));
      },
    );
  });
  io.on('connection', (socket) => void socket.join(roomsOf(socket.data.caller)));
  const watch = watchSessions(io, pool, log);

  function emit({ rooms, hint }: Message) {
    io.to(rooms).emit(HINT_EVENT, hint);
    // A user's role, grant or activity may have changed.
    if (hint.topic === 'users') watch.checkSoon();
  }

  let readingAgain: NodeJS.Timeout | undefined;
  function readAgainHere() {
    readingAgain ??= setTimeout(() => {
      readingAgain = undefined;
      io.emit(READ_AGAIN_EVENT);
      watch.checkSoon();
    }, READ_AGAIN_AFTER_MS).unref();
  }

  broadcast.listen(LIVE_TOPIC, {
    received(text) {
      const message = text === READ_AGAIN ? null : fromText(text);
      if (message) emit(message);
      else readAgainHere();
    },
    missed: readAgainHere,
  });

  return {
    publish(pushes) {
      for (const message of messagesOf(pushes)) {
        emit(message);
        broadcastMessage(broadcast, message);
      }
    },
    readAgain() {
      readAgainHere();
      broadcast.send(LIVE_TOPIC, READ_AGAIN);
    },
    attach(server) {
      io.attach(server);
      watch.start();
      return async () => {
        watch.stop();
        clearTimeout(readingAgain);
        io.engine.close(); // io.close() would also close the HTTP server, which others use too
        await io.of('/').adapter.close();
      };
    },
  };
}

/** Resolves the token of a new socket to its caller; false if there is no such session. */
async function admit(socket: LiveSocket, pool: Pools['auth']): Promise<boolean> {
  const { token } = socket.handshake.auth;
  if (typeof token !== 'string') return false;
  const caller = (await callersOf(pool, [token])).get(token);
  if (!caller) return false;
  socket.data = { token, caller };
  return true;
}
