import {
  MIN_POSITION_HEADER,
  POSITION_HEADER,
  REQUEST_ID_HEADER,
  STALE_HEADER,
} from '@crm/contracts/headers.ts';

const text = { type: 'string' } as const;

/** The headers that all calls have in common, described once, below `components`. */
export const headerComponents = {
  parameters: {
    [MIN_POSITION_HEADER]: {
      in: 'header',
      name: MIN_POSITION_HEADER,
      description: 'The position of an earlier answer: the call waits up to 2 seconds to include it.',
      schema: text,
    },
  },
  headers: {
    [REQUEST_ID_HEADER]: { description: 'Names the request in the log.', schema: text },
    [POSITION_HEADER]: {
      description: `A later call with this ${MIN_POSITION_HEADER} includes what this call did or showed.`,
      schema: text,
    },
    [STALE_HEADER]: {
      description: `'true' if the answer does not include ${MIN_POSITION_HEADER} yet.`,
      schema: text,
    },
    'retry-after': {
      description: 'With status 429 or 503: after how many seconds the call can be sent again.',
      schema: { type: 'integer' },
    },
  },
} as const;

const headerRefs = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const successHeaders = headerRefs(REQUEST_ID_HEADER, POSITION_HEADER, STALE_HEADER);
const refusalHeaders = headerRefs(REQUEST_ID_HEADER, 'retry-after');

type Operation = { parameters?: object[]; responses: Record<string, { headers?: object }> };

/** Adds the headers that all calls have in common. */
export function withHeaders<D extends object>(document: D): D {
  // The output of @fastify/swagger.
  const { paths } = document as { paths?: Record<string, Record<string, Operation>> };
  for (const operations of Object.values(paths ?? {}))
    for (const [method, operation] of Object.entries(operations)) {
      if (method === 'get')
        operation.parameters = [
          ...(operation.parameters ?? []),
          { $ref: `#/components/parameters/${MIN_POSITION_HEADER}` },
        ];
      for (const [status, response] of Object.entries(operation.responses))
        response.headers = status.startsWith('2') ? successHeaders : refusalHeaders;
    }
  return document;
}
