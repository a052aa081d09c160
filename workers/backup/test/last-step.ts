import type { TestDatabase } from '@crm/platform/test/database.ts';
import { Client } from 'pg';

/**
 * Makes restores into a database run a statement of PL/pgSQL in their last step.
 * @returns a function that ends this
 */
export async function inLastStep({ superuserUrl }: TestDatabase, statement: string) {
  const superuser = new Client(superuserUrl);
  await superuser.connect();
  await superuser.query(`
    create function cut_off() returns event_trigger language plpgsql as $$
      begin
        if exists (select from pg_event_trigger_dropped_objects() where object_name = 'unfinished_restore') then
          ${statement};
        end if;
      end $$;
    create event trigger cut_off on sql_drop execute function cut_off()`);
  return async () => {
    await superuser.query('drop event trigger cut_off; drop function cut_off');
    await superuser.end();
  };
}
