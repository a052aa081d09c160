import type { Server as HttpServer } from 'node:http';
import { HINT_EVENT, SIGNED_OUT_EVENT } from '@crm/contracts/live/hint.ts';
import { callerOf, callersOf } from '@crm/platform/http/authenticate.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Pool } from 'pg';
import { Server, type Socket } from 'socket.io';
import type { Push } from '../generations/start.ts';
import { roomsOf } from './rooms.ts';

export type Gateway = {
  /** Tells each room what there is to fetch again; returns at once. */
  publish: (pushes: readonly Push[]) => void;
  /** Opens on a server; gives its end, which closes every socket. */
  attach: (server: HttpServer) => () => Promise<void>;
};

/** A revoked session loses its socket within 5 s (design 5); asked in one query for all sockets. */
const CHECK_MS = 2_000;

type Standing = { token: string; rooms: readonly string[] };

/** The live push over Socket.IO: whoever has a session is put into the rooms of who they are. */
export function openGateway({ pool, log }: { pool: Pool; log: Log }): Gateway {
  const io = new Server({ path: '/socket.io', serveClient: false });
  const standing = new Map<Socket, Standing>();

  io.use((socket, next) => {
    const { token } = socket.handshake.auth;
    if (typeof token !== 'string') return next(new Error(SIGNED_OUT_EVENT));
    callerOf(pool, token).then(
      (caller) => {
        if (!caller) return next(new Error(SIGNED_OUT_EVENT));
        standing.set(socket, { token, rooms: roomsOf(caller) });
        next();
      },
      (error: unknown) => {
        log.warn({ err: error }, 'A socket could not be let in');
        // Not 'signed-out': the console keeps its token and tries again.
        next(new Error('unavailable'));
      },
    );
  });

  io.on('connection', (socket) => {
    void socket.join([...(standing.get(socket)?.rooms ?? [])]);
    socket.on('disconnect', () => standing.delete(socket));
  });

  async function check(): Promise<void> {
    const callers = await callersOf(pool, [...new Set([...standing.values()].map(({ token }) => token))]);
    for (const [socket, { token, rooms }] of standing) {
      const caller = callers.get(token);
      if (!caller) {
        socket.emit(SIGNED_OUT_EVENT);
        socket.disconnect(true);
        continue;
      }
      const now = roomsOf(caller);
      if (now.join() === rooms.join()) continue;
      for (const room of rooms) if (!now.includes(room)) void socket.leave(room);
      void socket.join(now);
      standing.set(socket, { token, rooms: now });
    }
  }

  return {
    publish(pushes) {
      for (const { room, topic, ids, position } of pushes)
        io.to(room).emit(HINT_EVENT, { topic, ids, position });
    },
    attach(server) {
      io.attach(server);
      const timer = setInterval(() => {
        if (standing.size === 0) return;
        check().catch((error: unknown) =>
          log.warn({ err: error }, 'Sessions of sockets could not be checked'),
        );
      }, CHECK_MS);
      return async () => {
        clearInterval(timer);
        io.disconnectSockets(true);
        await io.close();
      };
    },
  };
}
