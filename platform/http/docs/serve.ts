import type { FastifyInstance } from 'fastify';
import { docsPage } from './page.ts';

/** /api/openapi.json and /api/docs, of the calls that are mounted; made when first asked for. */
export function serveDocs(app: FastifyInstance): void {
  app.get('/api/openapi.json', () => app.swagger());
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(app.swagger())),
  );
}
