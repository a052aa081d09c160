import { rmSync } from 'node:fs';
import { changePassword, login, me, setup } from '@crm/contracts/auth/auth.ts';
import { newDataFolder } from '@crm/platform/test/data-folder.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEMO_PASSWORD } from './calls.ts';
import { startProduct } from './product.ts';

/** The token of a link as `npm start` prints it; all starts have the same public URL. */
function tokenOf(link: string | null): string {
  const [, token] = /^https:\/\/crm\.example\/setup\?token=([\w-]{43})$/.exec(link ?? '') ?? [];
  if (token === undefined) throw new Error(`No link: ${link}`);
  return token;
}

const PASSWORD = 'a password of the first';
const form = (token: string, word = 'root') => ({
  token,
  fullName: 'Root Rao',
  email: `${word}@crm.test`,
  username: word,
  password: PASSWORD,
  confirmPassword: PASSWORD,
});
const RENEWAL_CHAT_GROUP = 'https://chat.example/renewals';
const plain = { DEMO: 'off', PUBLIC_URL: 'https://crm.example/', RENEWAL_CHAT_GROUP };

describe('a start without the demo', async () => {
  const first = await startProduct(plain);
  const { anybody, database } = first;
  const older = tokenOf(first.setupLink);
  const again = await startProduct(plain, { onto: database });
  const token = tokenOf(again.setupLink);
  const tryTo = (body: ReturnType<typeof form>) => anybody.call(setup, { body });

  test('each start prints its own link, beside that of another process', async () => {
    expect(token).not.toBe(older);
    for (const wrong of ['made up', `${token}A`])
      expect(await tryTo(form(wrong))).toMatchObject({ status: 403, code: 'setup-link-wrong' });
    expect(await first.events()).toBe(await again.events());
  });

  test('errors appear beside their fields, and the link stays valid', async () => {
    const answer = await tryTo({
      ...form(token),
      fullName: '',
      email: 'root',
      username: 'a b c',
      password: 'short',
    });
    expect(answer).toMatchObject({
      status: 400,
      errors: {
        fullName: 'This field is required',
        email: 'Please enter a valid email address',
        username: 'Cannot contain spaces or @',
        password: 'Must be at least 8 characters',
      },
    });
    expect((await tryTo({ ...form(token), confirmPassword: 'another one' })).errors).toEqual({
      confirmPassword: 'Passwords do not match',
    });
  });

  test('the link expires after a day', async () => {
    const { rows } = await database.pool.query<{ left: number }>(
      'select extract(epoch from expires_at - now())::float8 as left from setup_links',
    );
    expect(rows).toHaveLength(2);
    for (const { left } of rows) {
      expect(left).toBeGreaterThan(23.9 * 3600);
      expect(left).toBeLessThanOrEqual(24 * 3600);
    }
    await database.pool.query(`update setup_links set expires_at = expires_at - interval '24 hours'`);
    const before = await first.events();
    expect(await tryTo(form(token))).toMatchObject({ status: 409, code: 'setup-link-expired' });
    expect(await first.events()).toBe(before);
    await database.pool.query(`update setup_links set expires_at = expires_at + interval '24 hours'`);
  });

  test('of many concurrent setups with the links of two processes, one creates the super admin and the others are refused', async () => {
    const before = await first.events();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        (n % 2 ? again : first).anybody.call(setup, { body: form(n % 4 < 2 ? token : older, `root${n}`) }),
      ),
    );
    const winner = answers.findIndex(({ status }) => status === 201);
    expect(answers[winner]).toMatchObject({ success: true, data: {} });
    for (const [n, answer] of answers.entries())
      if (n !== winner) expect(answer, answer.text).toMatchObject({ status: 409, code: 'setup-link-used' });
    expect(await first.events()).toBe(before + 1);

    const body = { email: `root${winner}@crm.test`, password: PASSWORD };
    await expect.poll(async () => (await anybody.call(login, { body })).status).toBe(200);
    const user = {
      fullName: 'Root Rao',
      role: 'super_admin',
      crmSettings: { telegramGroupLink: RENEWAL_CHAT_GROUP },
    };
    expect((await anybody.ask(login, { body })).data.user).toMatchObject(user);
    const root = await first.signIn(body.email, PASSWORD);
    expect((await root.ask(me)).data.user).toMatchObject(user);
  });

  test('with a super admin, no link is printed, and the old one stays used', async () => {
    const later = await startProduct(plain, { onto: database, atEnd: onTestFinished });
    expect(later.setupLink).toBeNull();
    expect(await later.anybody.call(setup, { body: form(token, 'late') })).toMatchObject({
      status: 409,
      code: 'setup-link-used',
    });
  });

  test('with a super admin, a link that another process added too late is refused', async () => {
    await database.pool.query('update setup_links set used_at = null');
    const before = await first.events();
    expect(await tryTo(form(older, 'late'))).toMatchObject({ status: 409, code: 'setup-link-used' });
    expect(await first.events()).toBe(before);
  });

  test('no event, log line or table contains the token or the password', async () => {
    const { rows } = await database.pool.query<{ text: string }>(
      `select e::text as text from event_store.events e union all select s::text from setup_links s`,
    );
    expect(rows.length).toBeGreaterThan(1);
    const kept = [...rows.map(({ text }) => text), first.logged(), again.logged()].join('\n');
    for (const secret of [token, older, PASSWORD]) expect(kept.includes(secret)).toBe(false);
  });
});

describe('a setup that was interrupted after its event', async () => {
  const product = await startProduct(plain);
  test('is completed by the next attempt', async () => {
    const token = tokenOf(product.setupLink);
    expect((await product.anybody.call(setup, { body: form(token, 'cut') })).status).toBe(201);
    // The state after a crash between the event and the commit.
    await product.database.pool.query('delete from passwords');
    await product.database.pool.query('update setup_links set used_at = null');
    const restarted = await startProduct(plain, { onto: product.database, atEnd: onTestFinished });
    const body = {
      ...form(tokenOf(restarted.setupLink), 'whole'),
      password: 'another-one',
      confirmPassword: 'another-one',
    };
    expect((await restarted.anybody.call(setup, { body })).status).toBe(201);
    const signIn = { email: body.email, password: body.password };
    await expect.poll(async () => (await restarted.anybody.call(login, { body: signIn })).status).toBe(200);
  });
});

describe('a start with the demo', async () => {
  const product = await startProduct();
  const empty = await startProduct(plain);
  const loud = /"level":"warn".*these demo accounts still have the demo password: ([^"]*)\. Change/;

  test('prints no link, and revokes an earlier one', async () => {
    const token = tokenOf(empty.setupLink);
    const demo = await startProduct({}, { onto: empty.database, atEnd: onTestFinished });
    expect(demo.setupLink).toBeNull();
    expect(await empty.anybody.call(setup, { body: form(token) })).toMatchObject({
      code: 'setup-link-wrong',
    });
  });

  test('on an external database warns about accounts with the demo password', async () => {
    expect(loud.exec(product.logged())?.[1]?.split(', ')).toEqual([
      'super@demo.test',
      'admin@demo.test',
      'operator@demo.test',
      'operator2@demo.test',
      'admin@rival.test',
      'operator@rival.test',
    ]);
    const own = await product.signIn('admin@rival.test');
    const newPassword = 'my own password';
    const body = { currentPassword: DEMO_PASSWORD, newPassword, confirmPassword: newPassword };
    await own.ask(changePassword, { body });
    const without = await startProduct({ DEMO: 'off' }, { onto: product.database, atEnd: onTestFinished });
    expect(without.setupLink).toBeNull();
    const named = loud.exec(without.logged())?.[1];
    expect(named).toContain('operator@rival.test');
    expect(named).not.toContain('admin@rival.test');
  });

  test('on an embedded database warns about them as soon as the demo is off', async () => {
    const dataDir = await newDataFolder('crm-demo-');
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const startOn = async (environment: Record<string, string>) => {
      const stops: (() => Promise<void>)[] = [];
      const embedded = { DATABASE_URL: '', DATA_DIR: dataDir, DEMO_LEADS: '0', ...environment };
      const started = await startProduct(embedded, {
        onto: product.database, // not used
        atEnd: (stop) => stops.push(stop),
      });
      for (const stop of stops) await stop();
      return loud.exec(started.logged())?.[1];
    };
    expect(await startOn({ DEMO: 'on' })).toBe(undefined);
    expect(await startOn({ DEMO: 'off' })).toContain('super@demo.test');
  });
});
