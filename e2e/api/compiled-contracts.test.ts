import { values } from '@crm/bench/attack/corpus.ts';
import { validInput } from '@crm/bench/attack/valid.ts';
import { plainText } from '@crm/contracts/issues.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedProduct } from './product.ts';

/**
 * A frequent call is checked by the compiled form of its contract (platform/http/frequent-schema.ts), which tests reach only
 * for a few calls. So each contract's two forms are compared here.
 */
const { routes } = await sharedProduct({ leads: 0 });
const random = randomFrom(20_261_126);
const ID = '7d0f5a10-0000-4000-8000-000000000000';

const contracts = routes.flatMap(({ endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part): [string, z.ZodType][] => {
    const schema = endpoint[part];
    return schema ? [[`${endpoint.method} ${endpoint.path}, ${part}`, schema]] : [];
  }),
);

/** As JSON, so that the order of fields counts: it is the order in which events store them. */
function outcomeOf(schema: z.ZodType, value: unknown) {
  const { success, data, error } = schema.safeParse(value, { error: plainText });
  return success ? `accepted ${JSON.stringify(data)}` : `refused ${JSON.stringify(error.issues)}`;
}

test.each(contracts)('%s: the compiled form accepts, transforms and refuses the same', (_, schema) => {
  const compiled = z.compile(schema);
  const tried = [0, 0.3, 0.6, 1].flatMap((share) => {
    const right = validInput(schema, random, () => ID, share)?.value;
    if (typeof right !== 'object' || right === null) return [right];
    const wrong = Object.keys(right).map((name) => ({ ...right, [name]: random.pick(values).value }));
    return [right, ...wrong, { ...right, unknownField: 'x' }];
  });
  for (const value of tried) expect(outcomeOf(compiled, value)).toBe(outcomeOf(schema, value));
});

test('most contracts can be compiled', () => {
  const not = contracts.filter(([, schema]) => z.compile(schema) === schema).map(([name]) => name);
  expect(not.length, not.join('\n')).toBeLessThan(10);
});
