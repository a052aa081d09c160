import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** The required pace of a body: in each window it is complete or at least `bytes` more arrive. */
export type Pace = { bytes: number; windowMs: number; checkEveryMs: number };

/** 70 kbit/s: a phone on a bad network passes; a body of 1 MiB holds its connection for two minutes at most. */
const PACE: Pace = { bytes: 256 * 1024, windowMs: 30_000, checkEveryMs: 1_000 };

type Receiving = { response: ServerResponse; bytes: number; checks: number };

/**
 * Ends requests whose body arrives too slowly: with 408, or by closing the connection if the answer was already sent.
 * Node's requestTimeout limits the total time instead, which is either too long for a trickled body or too short for a
 * real upload of 200 MB. Call it after all other listeners for the server's requests are attached.
 */
export function refuseSlowBodies(server: Server, { bytes, windowMs, checkEveryMs }: Pace = PACE): void {
  // Bounded by the server's connections: each one receives one body at a time.
  const receiving = new Map<IncomingMessage, Receiving>();

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length === undefined || length === '0') && encoding === undefined) return;
    receiving.set(request, { response, bytes: request.socket.bytesRead, checks: 0 });
    request.once('close', () => receiving.delete(request));
  });

  const timer = setInterval(() => {
    for (const [request, state] of receiving) {
      const { socket } = request;
      // Unread bytes mean that this server is slower than the sender, for example while it writes a file to the
      // database.
      const onPace = socket.bytesRead - state.bytes >= bytes || request.readableLength > 0;
      if (request.complete) receiving.delete(request);
      else if (onPace) Object.assign(state, { bytes: socket.bytesRead, checks: 0 });
      // Counts checks instead of time, so that a pause of this process does not count against the sender.
      else if (++state.checks * checkEveryMs >= windowMs) {
        receiving.delete(request);
        if (state.response.headersSent) socket.destroy();
        else server.emit('clientError', new RequestTooSlow(), socket);
      }
    }
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** Has the code of Node's own timeouts, so that one place answers both. */
class RequestTooSlow extends Error {
  code = 'ERR_HTTP_REQUEST_TIMEOUT';
  override message = 'The body arrived too slowly';
}
