import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How fast a body must arrive: it is complete, or at least `bytes` more of it came, in each window of time. */
export type Pace = { bytes: number; windowMs: number; checkEveryMs: number };

/** 70 kbit/s: a phone on a bad network passes, and a body of 1 MiB holds its connection for two minutes at most. */
const PACE: Pace = { bytes: 256 * 1024, windowMs: 30_000, checkEveryMs: 1_000 };

type Receiving = { response: ServerResponse; bytes: number; checks: number };

/**
 * Ends requests whose body arrives too slowly: with 408, or by closing the connection where the answer was already
 * sent. Node's own requestTimeout bounds the whole time instead, which is either too long for a trickled body or too
 * short for an honest upload of 200 MB. Call it after everything that listens to the server's requests is attached.
 */
export function refuseSlowBodies(server: Server, { bytes, windowMs, checkEveryMs }: Pace = PACE): void {
  // Bounded by the server's connections: each receives one body at a time.
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
      // Unread bytes mean that this server is the slow one, as while a file is written to the database.
      const onPace = socket.bytesRead - state.bytes >= bytes || request.readableLength > 0;
      if (request.complete) receiving.delete(request);
      else if (onPace) Object.assign(state, { bytes: socket.bytesRead, checks: 0 });
      // Counted in checks, not in time, so that a pause of this process is not the sender's.
      else if (++state.checks * checkEveryMs >= windowMs) {
        receiving.delete(request);
        if (state.response.headersSent) socket.destroy();
        else server.emit('clientError', new RequestTooSlow(), socket);
      }
    }
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** Has the code of Node's own timeouts, so that both are answered in one place. */
class RequestTooSlow extends Error {
  code = 'ERR_HTTP_REQUEST_TIMEOUT';
  override message = 'The body arrived too slowly';
}
