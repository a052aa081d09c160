import { expect, test } from 'vitest';
import { z } from 'zod';
import { listLeads } from '../leads/read.ts';
import { uploadLeads } from '../leads/upload.ts';
import { createLead, receiveLead } from '../leads/write.ts';
import { type Documented, openApiDocument } from './document.ts';
import { openApiPage } from './page.ts';

const admins = { credential: 'session', roles: ['admin'] } as const;
const calls: Documented[] = [
  { endpoint: listLeads, policy: { credential: 'session', roles: ['operator', 'admin'] } },
  { endpoint: createLead, policy: admins },
  { endpoint: receiveLead, policy: { credential: 'apiKey' } },
];
const Paths = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
});

test('describes a query parameter by its schema, and the allowed callers', () => {
  const operation = Paths.parse(openApiDocument(calls)).paths['/api/leads']?.['get'];
  expect(operation).toMatchObject({ security: [{ bearer: [] }], description: 'For: operator, admin.' });
  expect(operation?.['parameters']).toContainEqual(
    expect.objectContaining({ name: 'sortBy', in: 'query', required: false }),
  );
});

test('an operation shared by admins and partners accepts either body and needs no token', () => {
  const operation = Paths.parse(openApiDocument(calls)).paths['/api/leads']?.['post'];
  expect(operation).not.toHaveProperty('security');
  expect(operation).toHaveProperty(
    ['requestBody', 'content', 'application/json', 'schema', 'anyOf', 'length'],
    2,
  );
});

test('the page lists every call and escapes its content', () => {
  const page = openApiPage(calls, openApiDocument(calls));
  expect(page).toContain('<code>/api/leads</code>');
  expect(page).not.toContain('<script');
});

test('describes a file upload together with its fields', () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.json())) })
    .parse(openApiDocument([{ endpoint: uploadLeads, policy: admins }]));
  expect(paths['/api/admin/upload-leads']?.['post']).toMatchObject({
    requestBody: {
      content: {
        'application/json': { schema: { properties: { offer: {}, users: {}, mapping: {} } } },
        'multipart/form-data': {
          schema: { allOf: [{}, { properties: { file: { type: 'string', format: 'binary' } } }] },
        },
      },
    },
  });
});
