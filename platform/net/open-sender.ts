import type { Sender, SenderOptions } from './send.ts';

/**
 * Sends requests to URLs that users enter: only to public addresses (and those in `allow`), without following
 * redirects, and with limits on the response. Connections are kept alive per origin; the caller limits their number by
 * its concurrent requests. The HTTP client is loaded with the first request: it takes 0.1 s of processor time, and most
 * starts of the product send nothing.
 */
export function openSender(options: SenderOptions): Sender {
  let opened: Promise<Sender> | null = null;
  const sender = () => {
    opened ??= import('./http-sender.ts').then(({ openHttpSender }) => openHttpSender(options));
    return opened;
  };
  return {
    send: async (outgoing, signal) => (await sender()).send(outgoing, signal),
    close: async () => (await opened)?.close(),
  };
}
