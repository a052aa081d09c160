import type { z } from 'zod';

/**
 * An event type: the newest schema of its data, and how each older version becomes the next one.
 * `upcasts[0]` takes the data of version 1 and gives that of version 2, and so on; so the version is their
 * count plus one, and what was written once is readable for ever.
 */
export type EventType<Data = unknown> = {
  version: number;
  schema: z.ZodType<Data>;
  upcasts: readonly ((older: unknown) => unknown)[];
};

export type EventTypes = Record<string, EventType>;

/** A first version, or a later one with the upcasts of all before it. */
export function event<S extends z.ZodType>(
  schema: S,
  ...upcasts: readonly ((older: unknown) => unknown)[]
): EventType<z.output<S>> {
  // zod's output type is what parse gives; ZodType<output> only forgets what goes in.
  return { version: upcasts.length + 1, schema: schema as unknown as z.ZodType<z.output<S>>, upcasts };
}

/** The union of an aggregate's events, told apart by `type`. */
export type EventOf<T extends EventTypes> = {
  [K in keyof T & string]: { type: K; data: T[K] extends EventType<infer D> ? D : never };
}[keyof T & string];

/** An event as a store gives it back, of whatever type and version it was written in. */
export type Stored = { type: string; version: number; data: unknown };

export type Decoded<E> =
  | { kind: 'event'; event: E }
  /** Not one of these types: another aggregate's, or one that a newer program wrote. */
  | { kind: 'foreign'; type: string }
  /** Written by a newer program than this one; reading on would lose what it says. */
  | { kind: 'newer'; type: string; version: number; known: number };

/**
 * Reads a stored event in its newest version, upcast from the one it was written in. The data is not validated, neither
 * here (a rebuild reads millions) nor when it is appended: a decider's events are typed by these schemas, and a property
 * test parses the events of every decider with them (events/test/laws.ts).
 */
export function decode<T extends EventTypes>(types: T, stored: Stored): Decoded<EventOf<T>> {
  const known = Object.hasOwn(types, stored.type) ? types[stored.type] : undefined;
  if (!known) return { kind: 'foreign', type: stored.type };
  if (stored.version > known.version) {
    return { kind: 'newer', type: stored.type, version: stored.version, known: known.version };
  }
  let data = stored.data;
  for (const upcast of known.upcasts.slice(stored.version - 1)) data = upcast(data);
  // The edge where stored text becomes a typed event: type and version have just been checked.
  return { kind: 'event', event: { type: stored.type, data } as EventOf<T> };
}
