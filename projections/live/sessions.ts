import { setTimeout as sleep } from 'node:timers/promises';
import { type HINT_EVENT, type READ_AGAIN_EVENT, SIGNED_OUT_EVENT } from '@crm/contracts/live/event-names.ts';
import type { Hint } from '@crm/contracts/live/hint.ts';
import type { Access } from '@crm/platform/access/access.ts';
import type { KnownCaller } from '@crm/platform/access/callers-of.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { roomsOf } from '@crm/platform/live/rooms.ts';
import type { Log } from '@crm/platform/log/log.ts';
import { outageLog } from '@crm/platform/log/outage.ts';
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

/** How often the sessions of open sockets are checked; a socket that may not stay open is closed within twice this. */
const CHECK_MS = 2_000;

/** Reads of sessions that may hang at once: each takes a connection that sign-ins need, too. */
const MOST_READS = 2;

/** Checks the sessions of this process's sockets: closes those of ended sessions, moves others to the caller's rooms. */
export function watchSessions(io: LiveServer, callersOf: Access['callersOf'], log: Log) {
  const logFailure = outageLog(log, 'The sessions of live connections could not be checked');
  let timer: NodeJS.Timeout | undefined;
  let checking = false;
  let again = false;
  let reading = 0;

  function read(tokens: readonly string[]) {
    if (reading >= MOST_READS) throw new Error(`${reading} reads of sessions have no answer yet`);
    reading += 1;
    return callersOf(tokens).finally(() => {
      reading -= 1;
    });
  }

  async function check() {
    const sockets = [...io.of('/').sockets.values()];
    if (sockets.length === 0) return;
    const tokens = new Set(sockets.map(({ data }) => data.token));
    const late = sleep(CHECK_MS, 'unknown' as const, { ref: false });
    // A read on a connection that hangs does not hold back the next check, which takes another one.
    const callers = await Promise.race([read([...tokens]), late]);
    if (callers === 'unknown') throw new Error(`The sessions were not read within ${CHECK_MS} ms`);
    await Promise.all(
      sockets.map(async (socket) => {
        const found = callers.get(socket.data.token)?.catch((error: unknown) => {
          logFailure({ err: error, tenant: socket.data.caller.tenant });
          return 'unknown' as const;
        });
        // While the state of its tenant is unknown, a socket stays as it is. The others do not wait for it.
        const known = await Promise.race([found, late]);
        if (known !== 'unknown') await apply(socket, known);
      }),
    );
  }

  function checkSoon() {
    again = checking;
    if (checking) return;
    checking = true;
    check()
      .catch((error: unknown) => logFailure({ err: error }))
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

/** Whether a caller may have a socket. A user of a suspended or deleted tenant counts as signed out. */
export function admissionOf(known: KnownCaller | undefined): 'admitted' | 'signed-out' | 'tenant-blocked' {
  switch (known?.tenant.phase) {
    case 'active':
      return 'admitted';
    case 'blocked':
      return 'tenant-blocked';
    default:
      return 'signed-out';
  }
}

async function apply(socket: LiveSocket, known: KnownCaller | undefined) {
  const admission = admissionOf(known);
  if (admission === 'admitted' && known) return move(socket, known.caller);
  // A blocked tenant's users stay signed in, to renew; the console then tries to connect again from time to time.
  if (admission === 'signed-out') socket.emit(SIGNED_OUT_EVENT);
  socket.disconnect(true);
}

async function move(socket: LiveSocket, caller: SignedInCaller) {
  const rooms = new Set(roomsOf(caller));
  socket.data.caller = caller;
  // Socket.IO gives each socket a room with its own id.
  for (const room of socket.rooms) if (room !== socket.id && !rooms.has(room)) await socket.leave(room);
  await socket.join([...rooms]);
}
