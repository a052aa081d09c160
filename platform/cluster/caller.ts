import type { IncomingMessage } from 'node:http';

/** The addresses that a call came through: those that a trusted peer names, then the peer's own. */
export function forwardedFor(
  { socket, headers }: IncomingMessage,
  isTrusted: (address: string) => boolean,
): string {
  const peer = socket.remoteAddress ?? '';
  const before = headers['x-forwarded-for'];
  return before && isTrusted(peer) ? `${before}, ${peer}` : peer;
}

/** A long-polling session of Socket.IO exists in one process, so its calls follow the address; all others may go anywhere. */
export function stickyTo(url: string, address: string): string | null {
  return url.startsWith('/socket.io/') && /[?&](?:sid=|transport=polling)/.test(url) ? address : null;
}
