import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HINT_EVENT, READ_AGAIN_EVENT } from '@crm/contracts/live/event-names.ts';
import type { Access } from '@crm/platform/access/access.ts';
import type { Broadcast } from '@crm/platform/broadcast/broadcast.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import { fromText, type Message, messagesOf } from '@crm/platform/live/messages.ts';
import { broadcastMessage, LIVE_TOPIC, type Publish } from '@crm/platform/live/publish.ts';
import { roomsOf } from '@crm/platform/live/rooms.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { outageLog } from '@crm/platform/log/outage.ts';
import { Gauge } from 'prom-client';
import { Server } from 'socket.io';
import { admissionOf, type LiveServer, type LiveSocket, watchSessions } from './sessions.ts';

export type Gateway = {
  publish: Publish;
  /** Call when hints may have been lost: every console refetches its data. Returns at once. */
  readAgain: () => void;
  /** For /metrics. */
  sockets: Gauge;
  /** Serves /socket.io on a server. The returned function stops that. */
  attach: (server: HttpServer) => Detach;
};

/**
 * Closes all sockets, evenly over a time; browsers reconnect by themselves, to any process. All at once, they would sign in
 * and read their screens again in the same second.
 */
type Detach = (spreadMs?: number) => Promise<void>;

export type GatewayOptions = {
  /** Resolves the tokens of sockets. */
  callersOf: Access['callersOf'];
  /** Resolves when `callersOf` shows the changes of accounts up to a position, or after a bounded time. */
  accountsShown: (upTo: Position) => Promise<unknown>;
  /** To the gateways of the other processes. */
  broadcast: Broadcast;
  log: Log;
};

/** The broadcast text for `readAgain`; all other texts are messages. */
const READ_AGAIN = '';
/** Combines calls of `readAgain` within this time: at a start, all projections become leaders one after the other. */
const READ_AGAIN_AFTER_MS = 250;

/** The live push: hints over Socket.IO, to rooms that the server chooses. */
export function openGateway({ callersOf, accountsShown, broadcast, log }: GatewayOptions): Gateway {
  const io: LiveServer = new Server({
    serveClient: false,
    // Browsers send nothing after the handshake.
    maxHttpBufferSize: 10_000,
  });
  const logFailure = outageLog(log, 'The session of a live connection could not be checked');
  io.use((socket, next) => {
    admit(socket, callersOf).then(
      (reason) => next(reason === 'admitted' ? undefined : new Error(reason)),
      (error: unknown) => {
        logFailure({ err: error });
        next(new Error('unavailable'));
      },
    );
  });
  io.on('connection', (socket) => void socket.join(roomsOf(socket.data.caller)));
  const watch = watchSessions(io, callersOf, log);

  function emit({ rooms, hint }: Message) {
    io.to(rooms).emit(HINT_EVENT, hint);
    // A user's role, permission or activity may have changed, or the tenant's phase.
    // The cast: a server sent the hint.
    if (hint.topic === 'users') void accountsShown(hint.position as Position).then(watch.checkSoon);
    if (hint.topic === 'tenant') watch.checkSoon();
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
    sockets: socketGauge(io),
    readAgain() {
      readAgainHere();
      broadcast.send(LIVE_TOPIC, READ_AGAIN);
    },
    attach(server) {
      io.attach(server);
      let isDraining = false;
      io.engine.use((call: IncomingMessage, answer: ServerResponse, next: () => void) => {
        if (isDraining && isHandshake(call)) refuseHandshake(call, answer);
        else next();
      });
      watch.start();
      return async (spreadMs = 0) => {
        isDraining = true;
        await closeEvenly(io, spreadMs);
        watch.stop();
        clearTimeout(readingAgain);
        io.engine.close(); // io.close() would also close the HTTP server, which others use too
        await io.of('/').adapter.close();
      };
    },
  };
}

/** A call that opens a connection, not one of an open connection. */
const isHandshake = ({ url = '' }: IncomingMessage) => !/[?&]sid=/.test(url);

/** A process that drains would close the new connection soon; after a 503 a proxy asks another process. */
function refuseHandshake(call: IncomingMessage, answer: ServerResponse): void {
  if (call.headers.upgrade) call.socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
  else answer.writeHead(503, { connection: 'close' }).end();
}

/** Pause between two portions of closed sockets. */
const PORTION_MS = 100;

/** Closes sockets portion by portion, also those whose handshake ends meanwhile. Sessions are checked and hints sent until then. */
async function closeEvenly(io: LiveServer, spreadMs: number): Promise<void> {
  for (let left = Math.floor(spreadMs / PORTION_MS); left > 0; left -= 1) {
    const open = [...io.of('/').sockets.values()];
    // Closed below Socket.IO: a browser does not reconnect by itself after a disconnect that Socket.IO announces.
    for (const socket of open.slice(0, Math.ceil(open.length / left))) socket.conn.close();
    await sleep(PORTION_MS);
  }
}

/**
 * A socket is refused if its session and the state of its tenant are not known within this time: without an answer, its
 * console would only wait.
 */
const ADMIT_WITHIN_MS = 2_000;

/**
 * Resolves the token of a new socket to its caller, or says why the socket is refused. After 'unavailable', the console tries
 * again by itself.
 */
async function admit(
  socket: LiveSocket,
  callersOf: Access['callersOf'],
): Promise<'admitted' | 'signed-out' | 'tenant-blocked' | 'unavailable'> {
  const { token } = socket.handshake.auth;
  if (typeof token !== 'string') return admissionOf(undefined);
  const found = callersOf([token]).then((callers) => callers.get(token));
  const known = await Promise.race([found, sleep(ADMIT_WITHIN_MS, 'unavailable' as const, { ref: false })]);
  if (known === 'unavailable') return known;
  const admission = admissionOf(known);
  if (admission === 'admitted' && known) socket.data = { token, caller: known.caller };
  return admission;
}

const socketGauge = (io: LiveServer) =>
  new Gauge({
    name: 'sockets_connected',
    help: 'Open live connections (Socket.IO) of browsers to this process, by the role of their user',
    labelNames: ['role'],
    registers: [],
    collect() {
      this.reset();
      for (const { data } of io.of('/').sockets.values()) this.inc({ role: data.caller.role });
    },
  });
