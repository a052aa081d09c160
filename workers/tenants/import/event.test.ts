import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { describe, expect, test } from 'vitest';
import { checkLine } from './event.ts';

const tenant = TenantId.parse(randomUUID());
const line = (stream: string, type: string, data: object, meta: object = {}) => ({
  id: randomUUID(),
  type,
  version: 1,
  stream,
  revision: 0,
  at: '2026-03-01T10:00:00.000Z',
  data,
  meta: { ...testMeta(tenant), ...meta },
});
const renamed = (meta: object) =>
  line(`tenant-${tenant}`, 'OrganizationRenamed', { organizationName: 'Gulf' }, meta);

const lines: [name: string, line: object, problem: string][] = [
  [
    'a correlation id that is no UUID',
    renamed({ correlationId: 'order 7' }),
    'meta.correlationId: Must be an id',
  ],
  ['a causation id that is no UUID', renamed({ causationId: 'order 7' }), 'meta.causationId: Must be an id'],
];

describe('a line that no command writes is refused', () => {
  test.each(lines)('%s', (_, text, problem) => {
    const checked = checkLine(JSON.stringify(text), { n: 1, tenant, batch: randomUUID() });
    expect(checked).toEqual({ kind: 'wrong', problem });
  });
});
