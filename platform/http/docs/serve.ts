import type { FastifyInstance } from 'fastify';
import { docsPage } from './page.ts';

/** Serves /api/openapi.json and /api/docs for the mounted calls; generated on the first request. */
export function serveDocs(app: FastifyInstance): void {
  app.get('/api/openapi.json', () => app.swagger());
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(app.swagger())),
  );
}
