import { randomUUID } from 'node:crypto';
import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import { details as person } from '@crm/events/users/story.ts';
import { expect, test } from 'vitest';
import { archiveOfLines, checkArchive, type Lines, organisation } from './archives.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');

const other = randomUUID();
const role = 'data: The role super_admin belongs to the installation, not to an organization';
const unknown = `The account ${other} is not in the archive`;

/** Archives that would change the access of other accounts than their own. */
const hostile: [name: string, lines: (lines: Lines) => object[], problem: string][] = [
  [
    'a super admin',
    ([a, b, c]) => [a, { ...b, data: { details: { ...person, role: 'super_admin' } } }, c],
    `line 2: ${role}`,
  ],
  [
    'an account that becomes a super admin',
    ([a, b, c]) => [
      ...[a, b, c],
      { ...b, id: randomUUID(), type: 'UserEdited', revision: 1, data: { changes: { role: 'super_admin' } } },
    ],
    `line 4: ${role}`,
  ],
  [
    'a suspension of the installation',
    ([a]) => [
      {
        ...a,
        type: 'TenantSuspended',
        stream: `tenant-${PLATFORM_TENANT}`,
        data: { reason: 'locked out' },
        meta: { ...a.meta, tenant: PLATFORM_TENANT },
      },
    ],
    'line 1: meta.tenant: Is the installation, not an organization',
  ],
  ...(
    [
      ['a sign-in', 'session', 'SignedIn', 1, { userId: other }],
      ['a sign-out', 'session', 'SignedOut', 1, { userId: other }],
      ['a break', 'worker', 'BreakStarted', 1, {}],
      ['a chosen view', 'viewer', 'ViewChosen', 2, { list: 'leads', view: null }],
    ] as const
  ).map(([name, prefix, type, version, data]): (typeof hostile)[number] => [
    `${name} of an account of another organisation`,
    ([a, b, c]) => [
      ...[a, b, c],
      { ...a, id: randomUUID(), type, version, stream: `${prefix}-${other}`, data },
    ],
    `line 4: ${unknown}`,
  ]),
];

test.each(hostile)('the check refuses %s', async (_, change, problem) => {
  const { lines, manifest } = organisation();
  const { state, problems } = await checkArchive(
    product,
    superAdmin,
    await archiveOfLines(manifest, change(lines)),
  );
  expect(state).toBe('failed');
  expect(problems).toContain(`events/000001.jsonl, ${problem}`);
});
