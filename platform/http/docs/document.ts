import { Failure, Json, Pagination } from '@crm/contracts/answer.ts';
import type { Endpoint } from '@crm/contracts/endpoint.ts';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Policy } from '../policy.ts';
import type { Route } from '../route.ts';

/** A call and its policy. */
type Documented = Pick<Route, 'endpoint' | 'policy'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The calls of a route for the OpenAPI document: admins and partners may share a route. Undescribed if absent. */
    calls?: readonly Documented[];
  }
}

const DESCRIPTION =
  'Lengths of text count UTF-16 units, as JavaScript does: most characters are one unit, an emoji is two. ' +
  'Text with a NUL, or with half of a surrogate pair, is refused with 400 by the field that holds it.';

/** Described once, below `components`. */
const schemaRegistry = z.registry<{ id: string }>();
schemaRegistry.add(Failure, { id: 'Failure' });
schemaRegistry.add(Pagination, { id: 'Pagination' });
schemaRegistry.add(Json, { id: 'Json' });
const toJsonSchema = createJsonSchemaTransform({ schemaRegistry });

/**
 * Collects the calls that are mounted after this; `app.swagger()` describes them as OpenAPI 3.1. The schemas serve only
 * the description: checkInput checks requests, with the product's own texts, and answers are not checked.
 */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Lead Management System', version: '1.0.0', description: DESCRIPTION },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
    transform: ({ route, ...document }) => {
      const calls = route.config?.calls;
      const [first] = calls ?? [];
      if (!calls || !first) return { schema: { hide: true }, url: document.url };
      const { schema, url } = toJsonSchema({ ...document, route, schema: schemaOf(first.endpoint, calls) });
      return { schema: withFile(schema, first.endpoint), url };
    },
  });
}

function schemaOf(
  { method, path, params, query, data, paged, sends }: Endpoint,
  calls: readonly Documented[],
) {
  const [body, other] = calls.flatMap(({ endpoint }) => endpoint.body ?? []);
  const isOpen = calls.some(({ policy }) => policy.credential !== 'session');
  const success = z.object({
    success: z.literal(true),
    message: z.string().optional(),
    data,
    ...(paged && { pagination: Pagination }),
  });
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [path.split('/')[1] ?? ''],
    description: calls.map(({ policy }) => `For: ${callersOf(policy)}.`).join(' '),
    ...(!isOpen && { security: [{ bearer: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(method === 'POST' && { headers: z.object({ 'Idempotency-Key': z.string().max(200).optional() }) }),
    ...(body && { body: other ? z.union([body, other]) : body }),
    response: {
      ...(sends === 'file' && { 200: answer('A file', 'application/octet-stream', z.file()) }),
      [sends === 'file' ? 202 : 200]: answer(sends === 'file' ? 'Not ready yet' : 'Done', JSON_TYPE, success),
      default: answer('Refused', JSON_TYPE, Failure),
    },
  };
}

/** The callers that a policy admits, as text. */
function callersOf(policy: Policy): string {
  switch (policy.credential) {
    case 'session':
      return policy.roles.join(', ');
    case 'apiKey':
      return 'partners';
    case 'signature':
      return 'signed requests';
    case 'public':
      return 'anyone';
    default:
      return policy satisfies never;
  }
}

const JSON_TYPE = 'application/json';
const answer = (description: string, type: string, schema: z.ZodType) => ({
  description,
  content: { [type]: { schema } },
});

/** For a call with a file, describes a form with the same fields and the file. */
function withFile(schema: FastifySchema, { file }: Endpoint): FastifySchema {
  if (!file) return schema;
  const part = { type: 'object', properties: { [file.field]: { type: 'string', format: 'binary' } } };
  const form = { schema: { allOf: [schema.body, part] } };
  return {
    ...schema,
    body: { content: { [JSON_TYPE]: { schema: schema.body }, 'multipart/form-data': form } },
  };
}
