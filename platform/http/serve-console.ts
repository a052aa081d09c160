import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendRefused } from './mount-routes.ts';
import { refused } from './result.ts';

/** Scripts from this origin alone; styles may stand in elements, which is how popovers are placed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Design 8: a strict Content-Security-Policy, no sniffing, no framing, on every answer. */
export function secureHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
  });
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

const BUILT_CONSOLE = path.join(import.meta.dirname, '../../console/dist');

/** Serves the built console: its page for every path that is neither a file nor a call. */
export async function serveConsole(app: FastifyInstance, folder: string = BUILT_CONSOLE): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    cacheControl: false,
    // platform/build/compress.ts has written them beside the files.
    preCompressed: true,
    setHeaders: (response, file) => {
      // Built files carry their hash in the name; the page that names them must always be asked for again.
      const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
      response.setHeader('vary', 'accept-encoding');
      response.setHeader('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !/^\/(api|socket\.io)(\/|$|\?)/.test(request.url);
    if (!page) return sendRefused(reply, refused('no-such-call'));
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
