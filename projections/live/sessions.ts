import type { HINT_EVENT, Hint, READ_AGAIN_EVENT } from '@crm/contracts/live/hint.ts';
import { SIGNED_OUT_EVENT } from '@crm/contracts/live/hint.ts';
import { callersOf } from '@crm/platform/http/authenticate.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { roomsOf } from '@crm/platform/live/rooms.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Pools } from '@crm/platform/postgres/pools.ts';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';

/** Events to browsers. The server receives none: it alone decides which hints a socket gets. */
type Outgoing = {
  [HINT_EVENT]: (hint: Hint) => void;
  [SIGNED_OUT_EVENT]: () => void;
  [READ_AGAIN_EVENT]: () => void;
};
type Known = { token: string; caller: SignedInCaller };
export type LiveServer = Server<DefaultEventsMap, Outgoing, DefaultEventsMap, Known>;
export type LiveSocket = Socket<DefaultEventsMap, Outgoing, DefaultEventsMap, Known>;

/** Interval of session checks for open sockets; a revoked session loses its sockets within twice this time. */
const CHECK_MS = 2_000;

/**
 * Checks the sessions of this process's sockets: closes sockets of ended sessions, and updates the rooms of the others.
 */
export function watchSessions(io: LiveServer, pool: Pools['auth'], log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let checking = false;
  let again = false;

  async function check() {
    const sockets = [...io.of('/').sockets.values()];
    if (sockets.length === 0) return;
    const tokens = new Set(sockets.map(({ data }) => data.token));
    const callers = await callersOf(pool, [...tokens]);
    for (const socket of sockets) {
      const caller = callers.get(socket.data.token);
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
      .catch((error: unknown) =>
        log.warn({ err: error }, 'The sessions of live connections could not be checked'),
      )
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
  // Socket.IO gives each socket a room with its own id.
  for (const room of socket.rooms) if (room !== socket.id && !rooms.has(room)) await socket.leave(room);
  await socket.join([...rooms]);
}
