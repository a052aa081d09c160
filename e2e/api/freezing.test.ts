import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { expect, test } from 'vitest';
import { exportedFile } from './exported-file.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const db = product.database.everyTenant;

test('a selection and an export of many leads are frozen in a longer time than a page may take', async () => {
  const table = 'limits_of_selections';
  await db.query(`
    create table ${table} (statement_timeout text);
    create function note_limit() returns trigger language plpgsql as $$
      begin
        insert into ${table} values (current_setting('statement_timeout'));
        return new;
      end $$;
    create trigger note_limit before insert on selections for each row execute function note_limit()`);
  try {
    await admin.ask(freezeSelection, { body: {} });
    const query = { format: 'csv', timeZone: 'UTC' };
    const reply = await exportedFile(product.app, admin, { url: '/api/leads/export', query });
    expect(reply.statusCode).toBe(200);
    const { rows } = await db.query(
      `/* every tenant: a test */ select statement_timeout as most from ${table}`,
    );
    expect(rows).toEqual([{ most: '28s' }, { most: '28s' }]);
  } finally {
    await db.query(`drop function note_limit cascade; drop table ${table}`);
  }
});
