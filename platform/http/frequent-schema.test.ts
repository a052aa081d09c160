import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { frequentSchema } from './frequent-schema.ts';

/** What a schema becomes once it was asked for a thousand times. */
function afterManyUses(schema: z.ZodType): z.ZodType {
  for (let use = 0; use < 1_000; use += 1) expect(frequentSchema(schema)).toBe(schema);
  return frequentSchema(schema);
}

const person = () => z.strictObject({ name: z.string().trim().min(2) });

test('a schema is compiled from its 1,001st use on, once', () => {
  const schema = person();
  const compiled = afterManyUses(schema);
  expect(compiled).not.toBe(schema);
  expect(frequentSchema(schema)).toBe(compiled);
});

describe('a compiled schema', () => {
  const compiled = afterManyUses(person());

  test('transforms what it accepts', () => {
    expect(compiled.parse({ name: ' Asha ' })).toEqual({ name: 'Asha' });
  });

  test('names what it refuses with the texts of the call', () => {
    const refused = compiled.safeParse({ name: 'A', more: 1 }, { error: ({ code }) => `no: ${code}` });
    expect(refused.error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['name'], 'no: too_small'],
      [[], 'no: unrecognized_keys'],
    ]);
  });
});

test('a schema that cannot be compiled stays as it is', () => {
  const list = z.array(z.string()).refine((texts) => texts.length < 3, { when: () => true });
  expect(afterManyUses(list)).toBe(list);
});
