import type { Server as HttpServer } from 'node:http';
import { HINT_EVENT, type Hint, SIGNED_OUT_EVENT, Topic } from '@crm/contracts/live/hint.ts';
import { callersOf } from '@crm/platform/http/authenticate.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Pools } from '@crm/platform/postgres/pools.ts';
import { createAdapter } from '@socket.io/postgres-adapter';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Push } from '../generations/start.ts';
import { roomsOf } from './rooms.ts';

/** What goes out; nothing comes in: who hears what is decided here and not asked for. */
type Outgoing = { [HINT_EVENT]: (hint: Hint) => void; [SIGNED_OUT_EVENT]: () => void };
type Known = { token: string; caller: SignedInCaller };
type LiveServer = Server<DefaultEventsMap, Outgoing, DefaultEventsMap, Known>;
type LiveSocket = Socket<DefaultEventsMap, Outgoing, DefaultEventsMap, Known>;

export type Gateway = {
  /** Sends what a batch changed to those who may know of it. Returns at once; for projections to call. */
  publish: (pushes: readonly Push[]) => void;
  /** Serves /socket.io on a server; gives the end of it, after which browsers come back to whoever listens then. */
  attach: (server: HttpServer) => () => Promise<void>;
};

export type GatewayOptions = {
  /** Sees the sessions of every tenant. */
  pool: Pools['auth'];
  log: Log;
  /** Several gateways share what they publish over this database (distributed mode). */
  shareOver?: Pools['auth'];
};

/** How often open sockets are held against their sessions: a revoked one is closed within twice this. */
const CHECK_MS = 2_000;

/** The live push (design 5): hints over Socket.IO, to rooms that the server chooses. */
export function openGateway({ pool, log, shareOver }: GatewayOptions): Gateway {
  const io: LiveServer = new Server({
    serveClient: false,
    // Browsers have nothing to say after the handshake.
    maxHttpBufferSize: 10_000,
    ...(shareOver && { adapter: createAdapter(shareOver, { errorHandler: tell(log) }) }),
  });
  io.use((socket, next) => {
    admit(socket, pool).then(
      (known) => next(known ? undefined : new Error('signed-out')),
      (error: unknown) => {
        log.warn({ err: error }, 'A live connection could not be judged');
        next(new Error('unavailable'));
      },
    );
  });
  io.on('connection', (socket) => void socket.join(roomsOf(socket.data.caller)));
  const watch = watchSessions(io, pool, log);

  return {
    publish(pushes) {
      for (const { rooms, hint } of messagesOf(pushes)) io.to(rooms).emit(HINT_EVENT, hint);
      // Somebody's role, permission or activity may have changed.
      if (pushes.some(({ topic }) => topic === 'users')) watch.checkSoon();
    },
    attach(server) {
      io.attach(server);
      watch.start();
      return async () => {
        watch.stop();
        io.engine.close(); // not io.close(), which would close the server that others mounted on, too
        await io.of('/').adapter.close();
      };
    },
  };
}

/** Finds out who knocks; false when it is nobody with a session. */
async function admit(socket: LiveSocket, pool: Pools['auth']): Promise<boolean> {
  const { token } = socket.handshake.auth;
  if (typeof token !== 'string') return false;
  const caller = (await callersOf(pool, [token])).get(token);
  if (!caller) return false;
  socket.data = { token, caller };
  return true;
}

/** The same hint to several rooms is one message, which somebody in two of them gets once. */
function messagesOf(pushes: readonly Push[]): Iterable<{ rooms: string[]; hint: Hint }> {
  const messages = new Map<string, { rooms: string[]; hint: Hint }>();
  for (const { room, topic, ids, position } of pushes) {
    const same = `${topic} ${position} ${ids.join()}`;
    const message = messages.get(same);
    if (message) message.rooms.push(room);
    else messages.set(same, { rooms: [room], hint: { topic: Topic.parse(topic), ids, position } });
  }
  return messages.values();
}

/** Holds this process's sockets against their sessions: who was signed out goes, who may see more or less moves. */
function watchSessions(io: LiveServer, pool: Pools['auth'], log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let checking = false;
  let again = false;

  async function check() {
    const sockets = [...io.of('/').sockets.values()];
    if (sockets.length === 0) return;
    const tokens = new Set(sockets.map(({ data }) => data.token));
    const standing = await callersOf(pool, [...tokens]);
    for (const socket of sockets) {
      const caller = standing.get(socket.data.token);
      if (caller) await move(socket, caller);
      else {
        socket.emit(SIGNED_OUT_EVENT);
        socket.disconnect(true);
      }
    }
  }

  function checkSoon() {
    again = checking;
    if (checking) return;
    checking = true;
    check()
      .catch((error: unknown) => log.warn({ err: error }, 'Live connections could not be judged'))
      .finally(() => {
        checking = false;
        if (again) checkSoon();
      });
  }

  return {
    checkSoon,
    start: () => {
      timer = setInterval(checkSoon, CHECK_MS);
    },
    stop: () => clearInterval(timer),
  };
}

async function move(socket: LiveSocket, caller: SignedInCaller) {
  const rooms = new Set(roomsOf(caller));
  socket.data.caller = caller;
  // Its own room, of its id, is Socket.IO's.
  for (const room of socket.rooms) if (room !== socket.id && !rooms.has(room)) await socket.leave(room);
  await socket.join([...rooms]);
}

const tell = (log: Log) => (error: Error) =>
  log.warn({ err: error }, 'Live push: the other gateways could not be told');
