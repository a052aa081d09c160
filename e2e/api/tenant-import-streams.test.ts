import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { archiveOfLines, checkArchive, type Lines, organisation } from './archives.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');

const inStreamOf = (line: Lines[number], revision: number, type: string, data: object) => ({
  ...line,
  id: randomUUID(),
  type,
  version: 1,
  revision,
  data,
});
const renamings = (tenant: Lines[0], n: number) =>
  Array.from({ length: n }, (_, at) =>
    inStreamOf(tenant, at + 1, 'OrganizationRenamed', { organizationName: `Gulf ${at}` }),
  );
const erasure = { reason: 'They asked for it' };
const leaseOf = (user: Lines[1]) => ({
  operator: { id: String(user['stream']).replace('user-', ''), name: 'Omar' },
  until: '2026-03-01T10:20:00.000Z',
  fromPool: true,
});

const orders: [name: string, lines: (lines: Lines) => unknown[], problem: string][] = [
  [
    'a lead without its creation',
    ([a, b, c]) => [a, b, inStreamOf(c, 0, 'LeadTaken', leaseOf(b))],
    'events/000001.jsonl, line 3: type: No stream begins with LeadTaken',
  ],
  [
    'a lease of an erased lead, in another part than its creation',
    ([a, b, c]) => [
      a,
      b,
      c,
      inStreamOf(c, 1, 'LeadErased', erasure),
      ...renamings(a, 2_000),
      inStreamOf(c, 2, 'LeadTaken', leaseOf(b)),
    ],
    'events/000002.jsonl, line 5: type: LeadTaken cannot follow the events before it in its stream',
  ],
  [
    'an organisation that is created twice',
    ([a, b, c]) => [a, b, c, inStreamOf(a, 1, 'TenantCreated', a.data)],
    'events/000001.jsonl, line 4: type: TenantCreated cannot follow the events before it in its stream',
  ],
];

describe('an archive with an order of events that no command writes is refused', () => {
  test.each(orders)('%s', async (_, change, problem) => {
    const { lines, manifest } = organisation();
    const archive = await archiveOfLines(manifest, change(lines));
    const { state, problems } = await checkArchive(product, superAdmin, archive);
    expect({ state, problems }).toEqual({ state: 'failed', problems: [problem] });
  });
});
