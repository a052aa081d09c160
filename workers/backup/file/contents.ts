import { z } from 'zod';

/** Version of the contents. A program reads its own version and earlier ones. */
export const FORMAT_VERSION = 1;

/** A table of a backup; `columns` in the order of the rows' values. */
const BackedUpTable = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
export type BackedUpTable = z.infer<typeof BackedUpTable>;

/** The first entry of a backup: what a place must be like to take it. */
export const Header = z.object({
  format: z.literal('crm-backup'),
  version: z.int(),
  id: z.guid(),
  /** Version of the program that wrote it. */
  program: z.string(),
  postgres: z.string(),
  takenAt: z.iso.datetime(),
  /** Names of the migrations that the database had, in their order. */
  migrations: z.array(z.string()),
  /** Event types of the history, with their newest versions. */
  eventTypes: z.record(z.string(), z.int()),
  /** Position of the last event; '0' without one. */
  position: z.string(),
  /** In the order in which they can be filled. */
  tables: z.array(BackedUpTable),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), value: z.string(), used: z.boolean() }),
  ),
});
export type Header = z.infer<typeof Header>;

/** The last entry of a backup: without it, the backup is not complete. `sha256` is of all rows of a table. */
export const Manifest = z.object({
  tables: z.array(
    z.object({ table: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string(), parts: z.int() }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

export const HEADER = 'header.json';
export const MANIFEST = 'manifest.json';
/** The name of a part of a table's rows, from 1. */
export const partName = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}`;
/** The name of a table in the manifest and in parts. */
export const fullName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;
