import type { z } from 'zod';

/**
 * An event type: the newest schema of its data, and the upcasts of older versions. `upcasts[0]` converts the data of
 * version 1 to version 2, and so on; so the version is their count plus one, and every event stays readable.
 */
export type EventType<Data = unknown> = {
  version: number;
  schema: z.ZodType<Data>;
  upcasts: readonly ((older: unknown) => unknown)[];
};

export type EventTypes = Record<string, EventType>;

/** Defines an event type: version 1, or a later version with the upcasts of all earlier ones. */
export function event<S extends z.ZodType>(
  schema: S,
  ...upcasts: readonly ((older: unknown) => unknown)[]
): EventType<z.output<S>> {
  // A cast: ZodType<output> drops only the input type.
  return { version: upcasts.length + 1, schema: schema as unknown as z.ZodType<z.output<S>>, upcasts };
}

/** The union of an aggregate's events, discriminated by `type`. */
export type EventOf<T extends EventTypes> = {
  [K in keyof T & string]: { type: K; data: T[K] extends EventType<infer D> ? D : never };
}[keyof T & string];

/** A stored event of any type and version. */
export type Stored = { type: string; version: number; data: unknown };

export type Decoded<E> =
  | { kind: 'event'; event: E }
  /** Not one of these types: it belongs to another aggregate or to a newer program. */
  | { kind: 'foreign'; type: string }
  /** A newer program wrote it; to ignore it would lose data. */
  | { kind: 'newer'; type: string; version: number; known: number };

/**
 * Decodes a stored event and upcasts it to its newest version. The data is not validated, neither here (a rebuild reads
 * millions of events) nor at the append: TypeScript checks deciders against these schemas, and a property test parses
 * the events of every decider (events/test/laws.ts). Events without a decider are checked when they are made
 * (platform/commands/envelope.ts).
 */
export function decode<T extends EventTypes>(types: T, stored: Stored): Decoded<EventOf<T>> {
  const known = Object.hasOwn(types, stored.type) ? types[stored.type] : undefined;
  if (!known) return { kind: 'foreign', type: stored.type };
  if (stored.version > known.version) {
    return { kind: 'newer', type: stored.type, version: stored.version, known: known.version };
  }
  let data = stored.data;
  for (const upcast of known.upcasts.slice(stored.version - 1)) data = upcast(data);
  // A cast: type and version are checked above.
  return { kind: 'event', event: { type: stored.type, data } as EventOf<T> };
}
