import { changePassword, login, logout, me } from '@crm/contracts/auth/auth.ts';
import { createOffer } from '@crm/contracts/offers/offers.ts';
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  updateProfile,
  updateUser,
} from '@crm/contracts/users/users.ts';
import { accountLock, adminsLock } from '@crm/platform/access/locks.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Person } from './calls.ts';
import { startProduct } from './product.ts';
import { operatorForm } from './samples.ts';

const product = await startProduct();
/** A second process on the same database: the rules must hold across processes. */
const other = await startProduct({ DEMO: 'off' }, { onto: product.database });
const admin = await product.signIn('admin@demo.test');

/** Rounds per race: MANY for the reported race of each group, FEW for its variants. */
const MANY = shortOrLong(4, 12);
const FEW = shortOrLong(2, 4);
const roundsOf = (name: string, reported: string) => (name === reported ? MANY : FEW);
const offerForm = { name: 'Tea', category: 'other' as const, price: 5, currency: 'USD' as const };

async function newUser(by: Person, word: string, role: 'admin' | 'operator' = 'operator') {
  const form = { ...operatorForm(word), role };
  const { _id: id } = (await by.ask(createUser, { body: form })).data.user;
  await by.ask(getUser, { params: { id } }); // waits until the account can sign in
  return { ...form, id };
}

describe('a sign-in that races a password change or the end of its account leaves no session', () => {
  type Race = (account: Awaited<ReturnType<typeof newUser>>, own: Person) => Promise<unknown>;
  const races: Record<string, Race> = {
    'a change of the own password': ({ password }, own) => {
      const newPassword = `${password} changed`;
      return own.ask(changePassword, {
        body: { currentPassword: password, newPassword, confirmPassword: newPassword },
      });
    },
    'a reset by an admin': ({ id }) =>
      admin.ask(updateUser, { params: { id }, body: { password: 'given by the admin' } }),
    deactivation: ({ id }) => admin.ask(updateUser, { params: { id }, body: { isActive: false } }),
    deletion: ({ id }) => admin.ask(deleteUser, { params: { id } }),
  };

  test.each(Object.entries(races))('%s', async (name, race) => {
    const word = name.replaceAll(' ', '-');
    for (let round = 0; round < roundsOf(name, 'a change of the own password'); round += 1) {
      const account = await newUser(admin, `${word}-${round}`);
      const { email, password } = account;
      const own = await product.signIn(email, password);
      const signIns: Promise<Answer>[] = [];
      const end = { reached: false };
      const ending = race(account, own).finally(() => {
        end.reached = true;
      });
      // In sequence until the race is over, so that one password check happens just before the end.
      while (!end.reached && signIns.length < 30) {
        const where = signIns.length % 2 ? other : product;
        signIns.push(
          where.anybody.call(login, { body: { email, password }, ip: `203.0.113.${signIns.length}` }),
        );
        await product.anybody.call(me);
      }
      await ending;
      for (const answer of await Promise.all(signIns)) {
        if (answer.status !== 200) continue;
        const { token } = login.data.parse(answer.data);
        expect((await product.caller(token).call(me)).status, `round ${round}`).toBe(401);
      }
    }
  });
});

/** The number of transactions that wait for an advisory lock of this database. */
async function waitingForLocks(): Promise<number | undefined> {
  const { rows } = await product.database.everyTenant.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.n;
}

/** Whether the next entry of the directory waits for its lock. */
async function directoryWaits(): Promise<boolean> {
  const { rowCount } = await product.database.everyTenant.query(
    `select from pg_locks where relation = 'user_directory'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rowCount === 1;
}

/** As long as such an answer waits for the directory at most (command-api/users/wait-for-directory.ts). */
const WAITS_MS = 2_000;

/** Changes the own email of a user while the directory cannot be written. @returns when the call was answered */
async function renamed(round: number): Promise<'when it can sign in' | 'too early' | 'too busy to tell'> {
  const { email, password } = await newUser(admin, `renamed-${round}`);
  const person = await product.signIn(email, password);
  const newEmail = `new-${email}`;
  const body = { fullName: 'Renamed', email: newEmail, phone: null, currentPassword: password };
  const began = performance.now();
  const { answer, cameEarly, tookMs } = await inTransaction(product.database.everyTenant, async (db) => {
    // The directory cannot be written while the event is appended, and for a moment after that.
    await db.query('lock table user_directory in share row exclusive mode');
    const before = await product.events();
    let isAnswered = false;
    const call = person.call(updateProfile, { params: { id: person.id }, body });
    const answer = call.finally(() => {
      isAnswered = true;
    });
    await expect.poll(product.events).toBeGreaterThan(before);
    // A fixed pause could be longer than the answer waits on a busy machine.
    await expect.poll(directoryWaits).toBe(true);
    return { answer, cameEarly: isAnswered, tookMs: performance.now() - began };
  });
  expect((await answer).status).toBe(200);
  if (cameEarly) return tookMs < WAITS_MS ? 'too early' : 'too busy to tell';
  const signIn = await product.anybody.call(login, { body: { email: newEmail, password } });
  expect(signIn.status).toBe(200);
  return 'when it can sign in';
}

test('a new email in the own profile is answered when it can sign in', async () => {
  let answered = await renamed(0);
  for (let round = 1; answered === 'too busy to tell'; round += 1) answered = await renamed(round);
  expect(answered).toBe('when it can sign in');
});

test('a token issued just before a deactivation is refused from its first use, in any process', async () => {
  const { id, email, password } = await newUser(admin, 'fresh-token');
  const tokens = [await product.signIn(email, password), await other.signIn(email, password)];
  const uses = await inTransaction(product.database.everyTenant, async (db) => {
    // The deactivation waits for this lock; first uses that arrive meanwhile wait behind it.
    await db.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [accountLock(id)]);
    const deactivation = admin.ask(updateUser, { params: { id }, body: { isActive: false } });
    await expect.poll(waitingForLocks).toBe(1);
    const first = tokens.flatMap(({ token }) => [product, other].map((each) => each.caller(token).call(me)));
    // Of each process, one transaction per tenant waits in Postgres, and the others of this tenant behind it.
    await expect.poll(waitingForLocks).toBe(2);
    return [...first, deactivation.then(() => product.caller(tokens[0]?.token ?? '').call(me))];
  });
  expect((await Promise.all(uses)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
});

describe('an admin whose access ends can write nothing more as admin, in any process', () => {
  /** Counts the user's writes as admin after the first event of this type in the user's own stream. */
  async function writesAfter(id: string, type: string): Promise<number> {
    const { rows } = await product.database.pool.query<{ n: number }>(
      `select count(*)::int as n from event_store.events w
        where w.meta->'actor'->>'id' = $1 and w.meta->'actor'->>'role' = 'admin' and w.type = 'OfferCreated'
          and w.position > (select min(position) from event_store.events
                             where stream = 'user-' || $1 and type = $2)`,
      [id, type],
    );
    return rows[0]?.n ?? -1;
  }
  const endings = {
    demotion: (id: string) => admin.ask(updateUser, { params: { id }, body: { role: 'operator' } }),
    deactivation: (id: string) => admin.ask(updateUser, { params: { id }, body: { isActive: false } }),
    deletion: (id: string) => admin.ask(deleteUser, { params: { id } }),
  };

  test.each(Object.entries(endings))('%s', async (name, end) => {
    for (let round = 0; round < roundsOf(name, 'demotion'); round += 1) {
      const { id, email, password } = await newUser(admin, `admin-${name}-${round}`, 'admin');
      const deputy = await product.signIn(email, password);
      const there = other.caller(deputy.token);
      expect((await there.call(createOffer, { body: offerForm })).status).toBe(201);
      const writes = [deputy, there, deputy, there, deputy].map((each) =>
        each.call(createOffer, { body: offerForm }),
      );
      await end(id);
      const late = await Promise.all(
        [deputy, there].map((each) => each.call(createOffer, { body: offerForm })),
      );
      const refusal = name === 'demotion' ? 403 : 401;
      expect(
        late.map(({ status }) => status),
        `round ${round}`,
      ).toEqual([refusal, refusal]);
      await Promise.all(writes);
      expect(await writesAfter(id, name === 'deletion' ? 'UserDeleted' : 'UserEdited')).toBe(0);
    }
  });

  test('sign-out', async () => {
    const { email, password } = await newUser(admin, 'admin-leaving', 'admin');
    for (let round = 0; round < FEW; round += 1) {
      const deputy = await product.signIn(email, password);
      const there = other.caller(deputy.token);
      const name = `Last words ${round}`;
      const writes = Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? deputy : there).call(createOffer, { body: { ...offerForm, name } }),
      );
      await deputy.ask(logout);
      const written = async () => {
        const { rows } = await product.database.pool.query<{ n: number }>(
          `select count(*)::int as n from event_store.events where type = 'OfferCreated' and data::text like $1`,
          [`%${name}"%`],
        );
        return rows[0]?.n;
      };
      const before = await written();
      await Promise.all(writes);
      expect(await written(), `round ${round}`).toBe(before);
    }
  });
});

describe('two admins of a tenant act against each other at the same time', () => {
  const attacks = {
    deletion: (by: Person, id: string) => by.call(deleteUser, { params: { id } }),
    deactivation: (by: Person, id: string) =>
      by.call(updateUser, { params: { id }, body: { isActive: false } }),
    demotion: (by: Person, id: string) => by.call(updateUser, { params: { id }, body: { role: 'operator' } }),
  };

  /** The admin that remains after the rounds so far. */
  let one: Person;
  beforeAll(async () => {
    one = await product.signIn('admin@rival.test');
  });

  test.each(Object.entries(attacks))('%s: one of them stays an active admin', async (name, attack) => {
    for (let round = 0; round < roundsOf(name, 'deletion'); round += 1) {
      const rival = await newUser(one, `rival-${name}-${round}`, 'admin');
      const two = await other.signIn(rival.email, rival.password);
      const [first, second] = await Promise.all([attack(one, two.id), attack(two, one.id)]);
      expect([first.status, second.status].sort()[0], `round ${round}`).toBe(200);
      const twoWon = second.status === 200 && first.status !== 200;
      if (twoWon) one = await product.signIn(rival.email, rival.password);
      const admins = await one.call(listUsers, { query: { role: 'admin', isActive: 'true' } });
      expect([admins.status, admins.pagination?.total], `round ${round}`).toEqual([200, 1]);
    }
  });

  test('the second one gets the refusal for the last admin', async () => {
    const rival = await newUser(one, 'rival-second', 'admin');
    const two = await other.signIn(rival.email, rival.password);
    await two.ask(listUsers);
    const { everyTenant } = product.database;
    // Both pass the access check as admins, and then wait for the tenant's lock.
    const deletions = await inTransaction(everyTenant, async (db) => {
      const { rows } = await db.query<{ tenant: string }>('select tenant from users where id = $1', [one.id]);
      const lock = adminsLock(rows[0]?.tenant ?? '');
      await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      const both = [attacks.deletion(one, two.id), attacks.deletion(two, one.id)];
      await expect.poll(waitingForLocks).toBe(2);
      return both;
    });
    const answers = (await Promise.all(deletions)).sort((a, b) => a.status - b.status);
    expect(answers).toMatchObject([
      { status: 200 },
      {
        status: 409,
        code: 'last-admin',
        message: 'This is the last active admin of the organization. Make another user an admin first.',
      },
    ]);
  });
});
