import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { forwardedFor, stickyTo } from './caller.ts';
import type { openTargets } from './targets.ts';

/** The parts of the proxy that a socket uses. */
export type Upgrading = {
  readonly targets: ReturnType<typeof openTargets>;
  readonly isTrusted: (address: string) => boolean;
  /** The connections that have become sockets: they end with the proxy. */
  readonly upgraded: Set<Duplex>;
};

/** Connects a caller that asks for a socket with the first projections process that takes it. */
export function upgrade(proxy: Upgrading, call: IncomingMessage, near: Duplex, head: Buffer): void {
  const { targets, upgraded } = proxy;
  const from = forwardedFor(call, proxy.isTrusted);
  const candidates = targets.forCall('projections', stickyTo(call.url ?? '', from));
  near.on('error', () => {});
  const tryNext = () => {
    const target = candidates.shift();
    if (!target) return void near.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
    const far = connect(target.port, '127.0.0.1');
    let isConnected = false;
    far.once('connect', () => {
      isConnected = true;
      upgraded.add(near);
      far.write(headOf(call, from));
      far.write(head);
      near.pipe(far).pipe(near);
    });
    near.once('close', () => {
      upgraded.delete(near);
      far.destroy();
    });
    far.on('error', () => {
      if (isConnected) return;
      targets.refused(target);
      tryNext();
    });
    far.once('close', () => {
      if (isConnected) near.destroy();
    });
  };
  tryNext();
}

function headOf({ method, url, rawHeaders }: IncomingMessage, from: string): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let n = 0; n < rawHeaders.length; n += 2)
    if (rawHeaders[n]?.toLowerCase() !== 'x-forwarded-for')
      lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`);
  return `${[...lines, `x-forwarded-for: ${from}`].join('\r\n')}\r\n\r\n`;
}
