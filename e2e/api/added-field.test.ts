import { leadIdOf } from '@crm/events/derived-ids.ts';
import { OfferId, type TenantId } from '@crm/events/ids.ts';
import { leadStream } from '@crm/events/streams.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { keepIds } from '@crm/platform/selections/selections.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test, vi } from 'vitest';

/** The field that the test adds, in one place: the catalogue. */
const nickname = {
  kind: 'text',
  label: 'Nickname',
  personal: true,
  input: 'form',
  max: 20,
  upload: {
    column: 'Nickname',
    format: 'Up to 20 characters',
    aliases: ['pet'],
    guide: { becomes: 'Nickname', example: 'Meeru' },
  },
  export: { header: 'Nick name' },
  placeholder: true,
  search: ['text'],
};
vi.resetModules();
vi.doMock('../../events/leads/fields.ts', async (original) => {
  const { leadFields } = await original<typeof import('../../events/leads/fields.ts')>();
  return { leadFields: { ...leadFields, customer: { ...leadFields.customer, nickname } } };
});
afterAll(() => {
  vi.doUnmock('../../events/leads/fields.ts');
  vi.resetModules();
});

// Loaded after the catalogue was replaced.
const { createLead, updateLead } = await import('@crm/contracts/leads/write.ts');
const { getLead, listLeads } = await import('@crm/contracts/leads/read.ts');
const { suggestField, uploadColumns } = await import('@crm/contracts/leads/upload-columns.ts');
const { changesOf, newDetails } = await import('../../command-api/leads/details.ts');
const { leadDecider } = await import('@crm/events/leads/decide.ts');
const { fold } = await import('@crm/events/language/decider.ts');
const { leadEvents } = await import('@crm/events/leads/events.ts');
const { placeholders } = await import('@crm/events/postbacks/placeholders.ts');
const { listPlaceholders } = await import('@crm/contracts/postbacks/postbacks.ts');
const { columnsOf } = await import('../../workers/leads/upload/rows/columns.ts');
const { leadOf } = await import('../../workers/leads/upload/rows/lead.ts');
const { NO_SIGNS, NOTHING_WRONG } = await import('../../workers/leads/upload/file/sheet.ts');
const { headersIn } = await import('../../workers/leads/export/columns.ts');
const { readChunk } = await import('../../workers/leads/export/rows.ts');
const { blankValues, formFields } = await import('../../console/src/leads/form/values.ts');
const { callerOf, newTenant, openWorld } = await import('../../projections/test/world.ts');

const database = await testDatabase();
const world = await openWorld(database.url);
afterAll(world.close);

const form = { fullName: 'Meera Nair', phone: '+91 98765 43210', productName: 'Tea', quantity: 1, price: 5 };

test('a field that is added to the catalogue is in calls, events, answers, search, history, export and placeholders', async () => {
  const tenant: TenantId = newTenant();
  const admin = callerOf('admin', tenant);
  const id = leadIdOf(tenant, 'A-1');
  const source = { orderSource: 'manual' as const, referer: null, extra: {} };

  // Two commands: the lead is created with one value, and edited to another.
  const details = newDetails(createLead.body.parse({ ...form, nickname: 'Meeru' }), null, source);
  const created = leadDecider.decide(
    { type: 'CreateLead', orderId: 'A-1', details },
    leadDecider.initialState,
  );
  if (created.kind !== 'accepted') throw new Error(created.refusal);
  const changes = changesOf(updateLead.body.parse({ nickname: 'Mimi' }));
  const edited = leadDecider.decide(
    {
      type: 'EditLead',
      reach: { kind: 'all' },
      mayChangePhone: true,
      offerIsActive: true,
      changes,
      comment: null,
    },
    fold(leadDecider, created.events),
  );
  if (edited.kind !== 'accepted') throw new Error(edited.refusal);
  const events = [...created.events, ...edited.events];
  for (const { type, data } of events) expect(leadEvents[type].schema.parse(data)).toEqual(data);
  await world.say(leadStream(id), tenant, events);

  const { lead, timeline } = (await world.ask(getLead, admin, { params: { id } })).data;
  expect(lead).toMatchObject({ fullName: 'Meera Nair', nickname: 'Mimi' });
  expect(timeline[0]?.metadata.changes).toEqual([
    { field: 'nickname', label: 'Nickname', from: 'Meeru', to: 'Mimi' },
  ]);

  const found = async (search: string) =>
    (await world.ask(listLeads, admin, { query: { search } })).pagination?.total;
  expect([await found('mimi'), await found('meeru')]).toEqual([1, 0]);

  const at = headersIn('UTC').indexOf('Nick name');
  const { id: selection } = await keepIds(database.everyTenant, { tenant, user: admin.id }, [id]);
  const cells: unknown[] = [];
  await asTenant(database.pool, tenant, (db) =>
    readChunk(db, { tenant, selection, n: 0 }, (row) => cells.push(row[at])),
  );
  expect(cells).toEqual(['Mimi']);

  expect(placeholders).toContain('nickname');
  // Their values come from the last event that a postback could report: the creation.
  const values = (await world.ask(listPlaceholders, admin, {})).data.placeholders;
  expect(values).toContainEqual({ name: 'nickname', value: 'Meeru' });
});

test('it is a column of uploads: in the guide, suggested by its other names, and read', () => {
  expect(uploadColumns.find(({ name }) => String(name) === 'Nickname')).toMatchObject({
    need: 'optional',
    becomes: 'Nickname',
    example: 'Meeru',
  });
  expect(suggestField('pet')).toBe('Nickname');
  const row = (number: number, cells: string[]) => ({
    row: number,
    cells,
    wrong: NOTHING_WRONG,
    signs: NO_SIGNS,
  });
  const header = columnsOf(row(1, ['Customer', 'Phone', 'Amount', 'Nickname']), {}, {});
  const offer = {
    id: OfferId.parse('7d0f5a10-0000-4000-8000-000000000000'),
    name: 'Tea',
    price: 900,
    currency: 'EUR',
  } as const;
  const read = (cell: string) =>
    leadOf(row(2, ['Meera', '1234567', '5', cell]), header, {
      offer,
      useOfferPrice: false,
      dateOrder: null,
      now: Date.now(),
      timeZone: 'UTC',
    });
  expect(read('Meeru')).toMatchObject({ details: { customer: { nickname: 'Meeru' } } });
  expect(read('x'.repeat(21))).toEqual({ errors: ['Nickname cannot exceed 20 characters'] });
});

test('it is in the form, by its schema', () => {
  expect(formFields('customer')).toContain('nickname');
  expect(blankValues).toMatchObject({ nickname: '' });
  const refused = createLead.body.safeParse({ ...form, nickname: 'x'.repeat(21) });
  expect(refused.error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['nickname'], 'Cannot exceed 20 characters'],
  ]);
});
