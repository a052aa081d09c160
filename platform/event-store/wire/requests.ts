import { z } from 'zod';
import type { Expected, Proposed } from './logged.ts';

// The client's messages as `decode` returns them: only fields that were sent are present.

const empty = z.object({});
const stream = z.object({ stream_name: z.instanceof(Buffer) });
const position = z.object({
  commit_position: z.number().default(0),
  prepare_position: z.number().default(0),
});
const expression = z.object({ regex: z.string().optional(), prefix: z.array(z.string()).optional() });

export const ReadRequest = z.object({
  options: z.object({
    stream: z
      .object({
        stream_identifier: stream,
        revision: z.number().optional(),
        start: empty.optional(),
        end: empty.optional(),
      })
      .optional(),
    all: z
      .object({ position: position.optional(), start: empty.optional(), end: empty.optional() })
      .optional(),
    read_direction: z.number().default(0),
    count: z.number().optional(),
    subscription: empty.optional(),
    filter: z
      .object({
        stream_identifier: expression.optional(),
        event_type: expression.optional(),
        max: z.number().optional(),
        checkpointIntervalMultiplier: z.number().default(1),
      })
      .optional(),
  }),
});
export type ReadOptions = z.infer<typeof ReadRequest>['options'];

const proposed = z.object({
  id: z.object({ string: z.string() }),
  metadata: z.object({ type: z.string(), 'content-type': z.string() }),
  custom_metadata: z.instanceof(Buffer).optional(),
  data: z.instanceof(Buffer).optional(),
});
const options = z.object({
  stream_identifier: stream,
  revision: z.number().optional(),
  no_stream: empty.optional(),
  stream_exists: empty.optional(),
});

export const AppendRequest = z.object({ options: options.optional(), proposed_message: proposed.optional() });
export const BatchRequest = z.object({
  correlation_id: z.object({ string: z.string() }),
  options: options.optional(),
  proposed_messages: z.array(proposed).default([]),
  is_final: z.boolean().default(false),
});

export const nameOf = (identifier: z.infer<typeof stream>) => identifier.stream_name.toString('utf8');

export function expectedOf({ revision, no_stream, stream_exists }: z.infer<typeof options>): Expected {
  if (no_stream) return 'no_stream';
  if (stream_exists) return 'stream_exists';
  return revision ?? 'any';
}

const nothing = Buffer.alloc(0);

export function proposedOf({ id, metadata, custom_metadata, data }: z.infer<typeof proposed>): Proposed {
  return {
    id: id.string,
    type: metadata.type,
    json: metadata['content-type'] === 'application/json',
    data: data ?? nothing,
    metadata: custom_metadata ?? nothing,
  };
}
