import { logout, me } from '@crm/contracts/auth/auth.ts';
import { expect, test } from 'vitest';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const { pool } = product.database;

/** Makes the job of the user's sign-out due. @returns the number of these jobs */
async function makeDue(user: string) {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs set run_at = now()
      where payload->'events'->0->'data'->>'userId' = $1 and locked_at is null`,
    [user],
  );
  return rowCount;
}

test('a sign-out whose event was not appended is recorded once, by a job', async () => {
  const operator = await product.signIn(product.people.operator);
  // The command ends between the revocation and the append, as after a kill.
  await pool.query(`
    create function refuse_sign_outs() returns trigger language plpgsql as $$ begin
      if new.type = 'SignedOut' then raise exception 'no sign-outs' using errcode = '53300'; end if;
      return new;
    end $$;
    create trigger refuse_sign_outs before insert on event_store.events for each row execute function refuse_sign_outs()`);
  // Called once more after its 503, it is refused: the session is revoked.
  expect(await operator.call(logout)).toMatchObject({ status: 401 });
  await pool.query('drop function refuse_sign_outs cascade');
  expect(await operator.call(me)).toMatchObject({ status: 401 });

  expect(await makeDue(operator.id)).toBe(1);
  const recorded = async () => {
    const { rows } = await pool.query<{ actor: string }>(
      `select meta->'actor'->>'id' as actor from event_store.events where type = 'SignedOut' and data->>'userId' = $1`,
      [operator.id],
    );
    return rows;
  };
  await expect.poll(recorded).toEqual([{ actor: operator.id }]);
});

test('the job of a recorded sign-out ends and appends nothing', async () => {
  const operator = await product.signIn(product.people.operator);
  const signOuts = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from event_store.events where type = 'SignedOut' and data->>'userId' = $1`,
      [operator.id],
    );
    return rows[0]?.n;
  };
  const before = (await signOuts()) ?? 0;
  await operator.ask(logout);
  expect(await makeDue(operator.id)).toBe(1);
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select from graphile_worker._private_jobs where payload->'events'->0->'data'->>'userId' = $1`,
        [operator.id],
      );
      return rows.length;
    })
    .toBe(0);
  expect(await signOuts()).toBe(before + 1);
});
