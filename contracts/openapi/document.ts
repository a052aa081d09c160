import { z } from 'zod';
import { Failure, Pagination } from '../answer.ts';
import type { Endpoint } from '../endpoint.ts';

/** A call and its allowed callers. */
export type Documented = {
  endpoint: Endpoint;
  policy: { credential: 'session' | 'apiKey' | 'signature' | 'public'; roles?: readonly string[] };
};

type Json = { [key: string]: unknown };

const DESCRIPTION =
  'Lengths of text count UTF-16 units, as JavaScript does: most characters are one unit, an emoji is two. ' +
  'Text with a NUL, or with half of a surrogate pair, is refused with 400 by the field that holds it.';

/** Builds the OpenAPI 3.1 document of the calls that a process serves, from their contracts. */
export function openApiDocument(calls: readonly Documented[]): Json {
  const paths: Record<string, Json> = {};
  for (const { endpoint, policy } of calls) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    const method = endpoint.method.toLowerCase();
    const at = paths[path] ?? {};
    const other = at[method];
    // POST /leads has two kinds of callers, admins and partners: one operation with either body.
    at[method] =
      other === undefined ? operation(endpoint, policy) : either(other as Json, operation(endpoint, policy));
    paths[path] = at;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lead Management System', version: '1.0.0', description: DESCRIPTION },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: schemaOf(Failure, 'output'), Pagination: schemaOf(Pagination, 'output') },
    },
  };
}

function operation(endpoint: Endpoint, policy: Documented['policy']): Json {
  const { method, path, params, query, body, data, paged, sends } = endpoint;
  const open = policy.credential !== 'session';
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [path.split('/')[1] ?? ''],
    description: `For: ${callersOf(policy)}.`,
    ...(!open && { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...(method === 'POST'
        ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } }]
        : []),
    ],
    ...(body && { requestBody: { required: true, content: contentOf(schemaOf(body, 'input'), endpoint) } }),
    responses: {
      ...(sends === 'file' && { '200': file }),
      [sends === 'file' ? '202' : '200']: {
        description: sends === 'file' ? 'Not ready yet' : 'Done',
        content: { 'application/json': { schema: success(data, paged === true) } },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

/** The callers that a policy admits, as text. */
export function callersOf({ credential, roles = [] }: Documented['policy']): string {
  switch (credential) {
    case 'session':
      return roles.join(', ');
    case 'apiKey':
      return 'partners';
    case 'signature':
      return 'signed requests';
    case 'public':
      return 'anyone';
    default:
      return credential satisfies never;
  }
}

/** An endpoint with a file also accepts a multipart form with the same fields. */
function contentOf(schema: Json, endpoint: Endpoint): Json {
  const json = { 'application/json': { schema } };
  if (!endpoint.file) return json;
  const part = {
    type: 'object',
    properties: { [endpoint.file.field]: { type: 'string', format: 'binary' } },
  };
  return { ...json, 'multipart/form-data': { schema: { allOf: [schema, part] } } };
}

const file = {
  description: 'A file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
};

function either(one: Json, other: Json): Json {
  const bodyOf = (operation: Json) => z.object({ requestBody: z.unknown() }).parse(operation).requestBody;
  const schema = z.object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) });
  const schemas = [one, other].map((each) => schema.parse(bodyOf(each)).content['application/json'].schema);
  const { security: _, ...open } = one;
  return {
    ...open,
    description: `${String(one['description'])} ${String(other['description'])}`,
    requestBody: { required: true, content: { 'application/json': { schema: { anyOf: schemas } } } },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z
    .object({
      properties: z.record(z.string(), z.unknown()).optional(),
      required: z.array(z.string()).optional(),
    })
    .parse(schemaOf(schema, 'input'));
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

function success(data: z.ZodType, paged: boolean): Json {
  return {
    type: 'object',
    required: ['success', 'data', ...(paged ? ['pagination'] : [])],
    properties: {
      success: { const: true },
      message: { type: 'string' },
      data: schemaOf(data, 'output'),
      ...(paged && { pagination: { $ref: '#/components/schemas/Pagination' } }),
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
