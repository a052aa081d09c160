import { logout, me } from '@crm/contracts/auth/auth.ts';
import { expect, onTestFinished, test } from 'vitest';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const { pool } = product.database;

/** Of the job that records a sign-out if its command did not. */
const OF_USER = `payload->'events'->0->'data'->>'userId' = $1`;

/** Makes the job of the user's sign-out due. @returns the number of these jobs */
async function makeDue(user: string) {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs set run_at = now() where ${OF_USER} and locked_at is null`,
    [user],
  );
  return rowCount;
}

async function jobsOf(user: string) {
  const { rowCount } = await pool.query(`select from graphile_worker._private_jobs where ${OF_USER}`, [user]);
  return rowCount;
}

/** The user's sign-outs in history, each with its actor. */
async function signOutsOf(user: string) {
  const { rows } = await pool.query<{ actor: string }>(
    `select meta->'actor'->>'id' as actor from event_store.events where type = 'SignedOut' and data->>'userId' = $1`,
    [user],
  );
  return rows;
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
  const admit = () => pool.query('drop function if exists refuse_sign_outs cascade');
  onTestFinished(async () => void (await admit()));
  // Called once more after its 503, it is refused: the session is revoked.
  expect(await operator.call(logout)).toMatchObject({ status: 401 });
  await admit();
  expect(await operator.call(me)).toMatchObject({ status: 401 });

  expect(await makeDue(operator.id)).toBe(1);
  await expect.poll(() => signOutsOf(operator.id)).toEqual([{ actor: operator.id }]);
});

test('the job of a recorded sign-out ends and appends nothing', async () => {
  const operator = await product.signIn(product.people.operator);
  const before = (await signOutsOf(operator.id)).length;
  await operator.ask(logout);
  expect(await makeDue(operator.id)).toBe(1);
  await expect.poll(() => jobsOf(operator.id)).toBe(0);
  expect(await signOutsOf(operator.id)).toHaveLength(before + 1);
});
