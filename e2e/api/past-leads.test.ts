import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getBatch } from '@crm/contracts/batches/batches.ts';
import { exportPastLeads, findPastLeads, listPastLeads } from '@crm/contracts/leads/past-list.ts';
import { createLead, deleteLead, updateLead } from '@crm/contracts/leads/write.ts';
import { openSheet } from '@crm/workers/leads/upload/file/open.ts';
import { expect, test, vi } from 'vitest';
import { sharedProduct } from './product.ts';
import { leadForm } from './samples.ts';
import { csv, rowOf, uploaders } from './uploads.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const rival = await product.signIn(product.people.rivalAdmin);

/** The store's clock, between the events before and those after. */
async function moment(): Promise<string> {
  const { rows } = await product.database.pool.query<{ at: Date }>('select clock_timestamp() as at');
  const at = rows[0]?.at ?? new Date();
  // The moment is in whole milliseconds; events follow in a later one.
  await vi.waitFor(async () => {
    const later = await product.database.pool.query<{ is: boolean }>('select clock_timestamp() > $1 as is', [
      new Date(at.getTime() + 1),
    ]);
    expect(later.rows[0]?.is).toBe(true);
  });
  return at.toISOString();
}

/** The last cell of each row of a spreadsheet. */
async function lastCells(content: Buffer, name: string): Promise<unknown[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'crm-past-'));
  const file = path.join(folder, name);
  writeFileSync(file, content);
  const opened = openSync(file, 'r');
  try {
    const cells: unknown[] = [];
    for await (const rows of (await openSheet(opened)).rows)
      cells.push(...rows.map((row) => row.cells.at(-1)));
    return cells;
  } finally {
    closeSync(opened);
    rmSync(folder, { recursive: true });
  }
}

const created = async (city: string) =>
  (await admin.ask(createLead, { body: leadForm({ city }) })).data.lead._id;

const named = async (fullName: string) =>
  (await admin.ask(createLead, { body: leadForm({ fullName }) })).data.lead._id;

test('lists and exports the leads as they were: before edits, with deleted ones, without later ones', async () => {
  const [stays, goes] = [await created('Leeds'), await created('York')];
  const at = await moment();
  await admin.ask(updateLead, { params: { id: stays }, body: { city: 'Timbuktu' } });
  await admin.ask(deleteLead, { params: { id: goes } });
  const later = await created('Bath');

  const { batch } = (await admin.ask(findPastLeads, { body: { at } })).data;
  expect(batch).toMatchObject({ state: 'done', result: { at } });
  const params = { id: batch._id };
  const { data, pagination } = await admin.ask(listPastLeads, { params });
  const cities = new Map(data.map(({ _id, city }) => [_id, city]));
  expect([cities.get(stays), cities.get(goes), cities.get(later)]).toEqual(['Leeds', 'York', undefined]);
  expect(pagination?.total).toBe(data.length);
  const second = await admin.ask(listPastLeads, { params, query: { page: 2, limit: 1 } });
  expect(second.data.map(({ _id }) => _id)).toEqual([data[1]?._id]);

  const exported = (await admin.ask(exportPastLeads, { params, body: {} })).data.batch;
  expect((await admin.ask(getBatch, { params: { id: exported._id } })).data.batch.state).toBe('done');
  const file = await product.app.inject({
    url: `/api/batches/${exported._id}/file`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(file.body.split('\r\n').filter((line) => line !== '')).toHaveLength(data.length + 1);
  expect(file.body).toContain('Leeds');
  expect(file.body).not.toContain('Timbuktu');
});

test('exports a list of several pages as .csv and .xlsx: each lead once, in the order of the list', async () => {
  const { saved } = await uploaders(product);
  await saved(csv(...Array.from({ length: 600 }, (_, n) => rowOf(`PAST-${n}`, n))));
  const { batch } = (await admin.ask(findPastLeads, { body: { at: await moment() } })).data;
  const params = { id: batch._id };
  const listed: string[] = [];
  for (let page = 1; page <= 2; page += 1) {
    const { data } = await admin.ask(listPastLeads, { params, query: { page, limit: 500 } });
    listed.push(...data.map(({ _id }) => _id));
  }
  expect(listed.length).toBeGreaterThan(600);
  for (const format of ['csv', 'xlsx'] as const) {
    const { _id } = (await admin.ask(exportPastLeads, { params, body: { format } })).data.batch;
    await vi.waitFor(async () =>
      expect((await admin.ask(getBatch, { params: { id: _id } })).data.batch.state).toBe('done'),
    );
    const file = await product.app.inject({
      url: `/api/batches/${_id}/file`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(await lastCells(file.rawPayload, `past.${format}`)).toEqual(['ID', ...listed]);
  }
  const wrong = { format: 'pdf' as 'csv' }; // as a caller without types
  expect(await admin.call(exportPastLeads, { params, body: wrong })).toMatchObject({
    status: 400,
    errors: { format: 'Must be csv or xlsx' },
  });
});

test('is for admins of the organisation, and for the past', async () => {
  const at = await moment();
  const { batch } = (await admin.ask(findPastLeads, { body: { at } })).data;
  const params = { id: batch._id };
  expect((await operator.call(findPastLeads, { body: { at } })).status).toBe(403);
  expect((await operator.call(listPastLeads, { params })).status).toBe(403);
  expect(await rival.call(listPastLeads, { params })).toMatchObject({
    status: 404,
    code: 'past-list-not-found',
  });
  expect((await rival.call(exportPastLeads, { params, body: {} })).status).toBe(404);
  expect(await admin.call(findPastLeads, { body: { at: '2999-01-01T00:00:00Z' } })).toMatchObject({
    status: 400,
    errors: { at: 'Enter a time in the past' },
  });
  const before = { body: { at: '2020-01-01T00:00:00Z' } };
  const empty = (await admin.ask(findPastLeads, before)).data.batch;
  expect((await admin.ask(listPastLeads, { params: { id: empty._id } })).data).toEqual([]);
});

test('filters by the values of that moment, and names the filters in the list and in its file', async () => {
  const [then, later] = [await named('Zubin Mehta'), await named('Someone Else')];
  const held = await named('Zubin Held');
  await admin.ask(updateLead, { params: { id: held }, body: { status: 'hold', statusReason: 'Call later' } });
  const at = await moment();
  await admin.ask(updateLead, { params: { id: then }, body: { fullName: 'New Name' } });
  await admin.ask(updateLead, { params: { id: later }, body: { fullName: 'Zubin Later' } });
  await admin.ask(updateLead, { params: { id: then }, body: { status: 'hold', statusReason: 'Call later' } });

  const found = async (filters: object) => {
    const { batch } = (await admin.ask(findPastLeads, { body: { at, ...filters } })).data;
    const params = { id: batch._id };
    const { data, pagination } = await admin.ask(listPastLeads, { params });
    expect(pagination?.total).toBe(data.length);
    return { batch, params, leads: data.map(({ _id }) => _id).sort() };
  };
  expect((await found({ search: 'zubin' })).leads).toEqual([then, held].sort());
  expect((await found({ search: 'zubin', status: 'processing' })).leads).toEqual([then]);
  expect((await found({ search: 'zubin', assignedOperator: randomUUID() })).leads).toEqual([]);
  expect((await found({ search: 'zubin', offer: randomUUID() })).leads).toEqual([]);

  const { batch, params } = await found({ search: 'zubin', status: 'hold' });
  expect(batch).toMatchObject({ result: { total: 1, filters: "hold, 'zubin'" } });
  expect(batch.title).toMatch(/^Leads as of .* UTC: hold, 'zubin'$/);
  const exported = (await admin.ask(exportPastLeads, { params, body: {} })).data.batch;
  expect(exported).toMatchObject({ state: 'done', result: { rows: 1 } });
  expect(exported).toHaveProperty('result.file.name', expect.stringMatching(/ UTC hold, 'zubin'\.csv$/));
  const wrong = { at, status: 'late' as 'hold' }; // as a caller without types
  expect(await admin.call(findPastLeads, { body: wrong })).toMatchObject({
    status: 400,
    errors: { status: expect.any(String) },
  });
});

test('a request that is sent twice with one key finds one list, and writes one file', async () => {
  const call = { body: { at: '2020-01-01T00:00:00Z' }, headers: { 'idempotency-key': 'one list' } };
  const [one, other] = [await admin.ask(findPastLeads, call), await admin.ask(findPastLeads, call)];
  expect(other.data.batch._id).toBe(one.data.batch._id);
  const params = { id: one.data.batch._id };
  const file = { params, body: {}, headers: { 'idempotency-key': 'one file' } };
  const files = [await admin.ask(exportPastLeads, file), await admin.ask(exportPastLeads, file)];
  expect(files[1]?.data.batch._id).toBe(files[0]?.data.batch._id);
});
