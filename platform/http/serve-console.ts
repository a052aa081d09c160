import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refused } from './result.ts';
import { sendRefused } from './send-result.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

const BUILT_CONSOLE = path.join(import.meta.dirname, '../../console/dist');

/**
 * Serves the built console: its page for every path that is neither a file nor a call. A missing file of the build is refused, as
 * it belongs to another version: the proxy asks the next process for it (docs/nginx.conf), or the old page loads itself again.
 */
export async function serveConsole(app: FastifyInstance, folder: string = BUILT_CONSOLE): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    cacheControl: false,
    // platform/build/compress.ts writes them beside the files.
    preCompressed: true,
    setHeaders: (response, file) => {
      // Built files have their hash in the name; the page that links to them must always be revalidated.
      const hashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
      response.setHeader('vary', 'accept-encoding');
      response.setHeader('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const page =
      /^(GET|HEAD)$/.test(request.method) && !/^\/(api|socket\.io|assets)(\/|$|\?)/.test(request.url);
    if (!page) return sendRefused(reply, refused('no-such-call'));
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
