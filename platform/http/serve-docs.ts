import { openApiDocument } from '@crm/contracts/openapi/document.ts';
import { openApiPage } from '@crm/contracts/openapi/page.ts';
import type { FastifyInstance } from 'fastify';
import type { Route } from './route.ts';

/** /api/openapi.json and /api/docs, of the very routes that are mounted; made when first asked for. */
export function serveDocs(app: FastifyInstance, routes: readonly Route[]): void {
  let document: object | null = null;
  const made = () => {
    document ??= openApiDocument(routes);
    return document;
  };
  app.get('/api/openapi.json', made);
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(openApiPage(routes, made())),
  );
}
