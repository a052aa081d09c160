import { randomUUID } from 'node:crypto';
import { UserId } from '@crm/events/ids.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { describe, expect, test } from 'vitest';
import { passwordAttempts } from './attempts.ts';

const { pool } = await testDatabase();
/** Two processes: separate queues, shared counts. */
const processes = [passwordAttempts(async () => {}), passwordAttempts(async () => {})] as const;
const [attempts] = processes;

const newUser = () => UserId.parse(randomUUID());
const done: Result = { kind: 'done', data: {} };
const wrong = refused('bad-credentials');
const right = async () => ({ password: 'right' as const, answer: done });
const guess = async () => ({ password: 'wrong' as const, answer: wrong });

const from = (user: UserId | null, network: string, email = 'ann@demo.test') => ({ user, network, email });
const failuresOf = async (subject: string) => {
  const { rows } = await pool.query<{ failures: number }>(
    'select failures from login_failures where subject = $1',
    [subject],
  );
  return rows[0]?.failures ?? 0;
};
const fill = (network: string) =>
  pool.query(`insert into login_failures (subject, failures, window_start) values ($1, 50, now())`, [
    `network:${network}`,
  ]);

describe('an account', () => {
  test('has a limit of ten failures for all unknown networks and processes together', async () => {
    const user = newUser();
    let checked = 0;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (processes[n % 2] ?? attempts)(pool, from(user, `10.1.0.${n}`), async () => {
          checked += 1;
          return guess();
        }),
      ),
    );
    expect(checked).toBe(10);
    expect(
      answers.filter((answer) => answer.kind === 'refused' && answer.refusal === 'too-many-logins'),
    ).toHaveLength(50);
  });

  test('admits its owner from a known network in spite of failures from other networks', async () => {
    const user = newUser();
    await attempts(pool, from(user, 'home'), right);
    for (let n = 0; n < 12; n += 1) await attempts(pool, from(user, `10.2.0.${n}`), guess);
    expect(await attempts(pool, from(user, '10.2.0.99'), right)).toMatchObject({
      refusal: 'too-many-logins',
    });
    expect(await attempts(pool, from(user, 'home'), right)).toBe(done);
  });

  test('has a separate limit of ten failures for each known network', async () => {
    const user = newUser();
    await attempts(pool, from(user, 'office'), right);
    for (let n = 0; n < 10; n += 1) expect(await attempts(pool, from(user, 'office'), guess)).toBe(wrong);
    expect(await attempts(pool, from(user, 'office'), right)).toMatchObject({ refusal: 'too-many-logins' });
    expect(await attempts(pool, from(user, 'elsewhere'), right)).toBe(done);
  });

  test('keeps the 20 most recently used networks', async () => {
    const user = newUser();
    for (let n = 0; n < 22; n += 1) await attempts(pool, from(user, `10.3.0.${n}`), right);
    const { rows } = await pool.query<{ network: string }>(
      'select network from known_networks where user_id = $1',
      [user],
    );
    expect(rows.map(({ network }) => network)).not.toContain('10.3.0.0');
    expect(rows).toHaveLength(20);
  });

  test('that does not exist is limited by its email, case-insensitively', async () => {
    for (let n = 0; n < 10; n += 1)
      expect(await attempts(pool, from(null, `10.4.0.${n}`, 'No@body.test'), guess)).toBe(wrong);
    expect(await attempts(pool, from(null, '10.4.0.99', 'no@body.test'), guess)).toMatchObject({
      refusal: 'too-many-logins',
    });
  });

  test('does not count an attempt whose password was not checked', async () => {
    const user = newUser();
    const undecided = async () => ({ password: 'undecided' as const, answer: refused('unavailable') });
    await attempts(pool, from(user, '10.5.0.1'), undecided);
    await expect(
      attempts(pool, from(user, '10.5.0.1'), () => Promise.reject(new Error('away'))),
    ).rejects.toThrow();
    expect(await failuresOf(`account:${user}`)).toBe(0);
  });
});

describe('a network with fifty failures', () => {
  test('still accepts a correct password, after the queue', async () => {
    await fill('10.6.0.1');
    expect(await attempts(pool, from(newUser(), '10.6.0.1'), right)).toBe(done);
  });

  test('queues twenty attempts and refuses further ones without counting them', async () => {
    await fill('10.7.0.1');
    let letOneIn = () => {};
    const pause = new Promise<void>((resolve) => {
      letOneIn = resolve;
    });
    const slowed = passwordAttempts(() => pause);
    const users = Array.from({ length: 40 }, newUser);
    const late: UserId[] = [];
    const answers = users.map(async (user) => {
      const answer = await slowed(pool, from(user, '10.7.0.1'), guess);
      if (answer !== wrong) late.push(user);
      // The first one pauses and twenty wait behind it; these are all the others.
      if (late.length === 19) letOneIn();
      return answer;
    });
    expect(await Promise.all(answers)).toContainEqual(refused('too-many-logins', { retryAfter: 20 }));
    expect(late).toHaveLength(19);
    for (const user of late) expect(await failuresOf(`account:${user}`)).toBe(0);
  });

  test('does not slow down accounts that know it', async () => {
    const user = newUser();
    await attempts(pool, from(user, '10.8.0.1'), right);
    await fill('10.8.0.1');
    const slow = passwordAttempts(() => Promise.reject(new Error('slowed down')));
    expect(await slow(pool, from(user, '10.8.0.1'), right)).toBe(done);
  });
});
