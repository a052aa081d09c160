import { Failure, Json, Pagination } from '@crm/contracts/answer.ts';
import type { Endpoint, Status } from '@crm/contracts/endpoint.ts';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Policy } from '../policy.ts';
import type { Route } from '../route.ts';
import { headerComponents, withHeaders } from './headers.ts';

/** A call and its policy. */
type Documented = Pick<Route, 'endpoint' | 'policy'>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The calls of a route for the OpenAPI document: admins and partners may share a route. Undescribed if absent. */
    calls?: readonly Documented[];
  }
}

const DESCRIPTION =
  'Lengths of text count characters (Unicode code points), as JSON Schema does: most emoji are one. ' +
  'Text with a NUL, or with half of a surrogate pair, is refused with 400 by the field that holds it.';

/** Described once, below `components`. */
const schemaRegistry = z.registry<{ id: string }>();
schemaRegistry.add(Failure, { id: 'Failure' });
schemaRegistry.add(Pagination, { id: 'Pagination' });
schemaRegistry.add(Json, { id: 'Json' });
const zodToJsonConfig = { override: keepDetails };
const toJsonSchema = createJsonSchemaTransform({ schemaRegistry, zodToJsonConfig });
const addSchemas = createJsonSchemaTransformObject({ schemaRegistry, zodToJsonConfig });

/**
 * Collects the calls that are mounted after this; `app.swagger()` describes them as OpenAPI 3.1. The schemas serve only
 * the description: checkInput checks requests, with the product's own texts, and answers are not checked.
 */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Lead Management System', version: '1.0.0', description: DESCRIPTION },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
        ...headerComponents,
      },
    },
    transformObject: (document) => withHeaders(addSchemas(document)),
    transform: ({ route, ...document }) => {
      const calls = route.config?.calls;
      const [first] = calls ?? [];
      if (!calls || !first) return { schema: { hide: true }, url: document.url };
      const { schema, url } = toJsonSchema({ ...document, route, schema: schemaOf(first.endpoint, calls) });
      return { schema: withFile(schema, first.endpoint), url };
    },
  });
}

/**
 * zod leaves out the default of a field that converts its input, such as a number that a form sends as text, and with a
 * registry of our own the texts of `describe`. It does not know that an optional field may be blank.
 */
function keepDetails({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: { default?: unknown; description?: string; anyOf?: object[] };
}) {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
  const { description, orBlank } = z.globalRegistry.get(zodSchema) ?? {};
  if (description !== undefined) jsonSchema.description = description;
  if (orBlank === true) jsonSchema.anyOf?.push({ enum: [''] });
}

/** Admins and partners may share a call: it accepts what either of them sends, and answers what either of them gets. */
function schemaOf(
  { method, path, params, query, ignoresIdempotencyKey }: Endpoint,
  calls: readonly Documented[],
) {
  const endpoints = calls.map(({ endpoint }) => endpoint);
  const body = anyOf(endpoints.flatMap((endpoint) => endpoint.body ?? []));
  const unsuccessful = endpoints.flatMap((endpoint) => endpoint.unsuccessful ?? []);
  const security = securityOf(calls.map(({ policy }) => policy));
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [path.split('/')[1] ?? ''],
    description: calls.map(descriptionOf).join(' '),
    ...(security.length > 0 && { security }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(method !== 'GET' && !ignoresIdempotencyKey && { headers: keyed }),
    ...(body && { body }),
    ...(calls.some(({ policy }) => policy.credential === 'apiKey') && { consumes: [JSON_TYPE, FORM_TYPE] }),
    response: {
      ...Object.fromEntries(statusesOf(endpoints).map((status) => [status, successOf(status, endpoints)])),
      ...(unsuccessful.length > 0 && {
        422: answer('Processed without success, or refused', {
          [JSON_TYPE]: z.union([...unsuccessful, Failure]),
        }),
      }),
      default: answer('Refused', { [JSON_TYPE]: Failure }),
    },
  };
}

const keyed = z.object({
  'Idempotency-Key': z
    .string()
    .max(200)
    .optional()
    .describe('Makes the call safe to send again: a repeat gets the first answer.'),
});

/** The credentials of a call, of which it requires one. A partner's key may be absent unless the organisation requires it. */
const securityOf = (policies: readonly Policy[]) =>
  policies.flatMap(({ credential }): Record<string, string[]>[] => {
    switch (credential) {
      case 'session':
        return [{ bearer: [] }];
      case 'apiKey':
        return [{ apiKey: [] }, {}];
      default:
        return [];
    }
  });

const statusesOf = (endpoints: readonly Endpoint[]): Status[] => [
  ...new Set(endpoints.flatMap(({ statuses = [200] }) => statuses)),
];

const meanings: Record<Status, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted, and not done yet',
};

function successOf(status: Status, endpoints: readonly Endpoint[]) {
  const [sends] = endpoints.map((endpoint) => endpoint.sends);
  const file = sends && status === 200 ? { [FILE_TYPE]: z.file() } : {};
  if (sends === 'file' && status === 200) return answer('A file', file);
  const data = anyOf(endpoints.map((endpoint) => endpoint.data)) ?? z.undefined();
  const success = z.object({
    success: z.literal(true),
    message: z.string().optional(),
    data,
    ...(endpoints.some(({ paged }) => paged) && { pagination: Pagination }),
  });
  return answer(meanings[status], { [JSON_TYPE]: success, ...file });
}

function anyOf(schemas: readonly z.ZodType[]): z.ZodType | undefined {
  return schemas.length > 1 ? z.union(schemas) : schemas[0];
}

const descriptionOf = ({ policy, endpoint: { about } }: Documented) =>
  [`For: ${callersOf(policy)}.`, about].filter((text) => text !== undefined).join(' ');

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
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FILE_TYPE = 'application/octet-stream';
const answer = (description: string, bodies: Record<string, z.ZodType>) => ({
  description,
  content: Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema }])),
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
