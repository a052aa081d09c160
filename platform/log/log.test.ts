import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hideTexts, openLog } from './log.ts';

const SECRET = 'hunter2-correct-horse';

function logged(write: (log: ReturnType<typeof openLog>) => void): string {
  let out = '';
  write(
    openLog('trace', {
      write: (line) => {
        out += line;
      },
    }),
  );
  return out;
}

const keys = [
  'authorization',
  'Cookie',
  'set-cookie',
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
];
const others = ['token', 'secret', 'apiKey', 'x-api-key', 'X_API_KEY', 'SECRET_KEY', 'keySecret'];

test.each([...keys, ...others])('hides the value of %s at any depth', (key) => {
  const failed = Object.assign(new Error('refused'), { response: { headers: { [key]: SECRET } } });
  const out = logged((log) => {
    log.info({ [key]: SECRET }, 'top');
    log.info({ a: { b: [{ c: { [key]: { deep: SECRET } } }] } }, 'deep');
    log.child({ [key]: `"\\${SECRET}`, user: { [key]: SECRET } }).info('bound');
    log.error(failed, 'error');
    log.error({ err: new Error('outer', { cause: failed }) }, 'cause');
    log.info({ list: new Map([[key, SECRET]]), at: { toJSON: () => ({ [key]: SECRET }) } }, 'objects');
  });
  expect(out.split('\n').filter(Boolean)).toHaveLength(6);
  expect(out).not.toContain(SECRET);
});

test('hides secrets inside texts', () => {
  const out = logged((log) => {
    log.info(`connecting to postgresql://crm:${SECRET}@localhost:5432/crm?host=%2Ftmp`);
    log.info({ url: `smtp://user%40x:${SECRET}@mail:25` }, 'mail');
    log.error(new Error(`cannot reach esdb://admin:${SECRET}@store:2113`));
    log.info({ header: `Bearer ${SECRET}` }, `Authorization: Bearer ${SECRET}`);
    log.info({ body: JSON.stringify({ email: 'ann@x.test', password: SECRET }) }, 'raw');
    log.info({ path: `/socket?a=1&token=${SECRET}&b=2` }, 'request');
  });
  expect(out).not.toContain(SECRET);
  expect(out).toContain('postgresql://crm:[hidden]@localhost:5432/crm?host=%2Ftmp');
  expect(out).toContain('/socket?a=1&token=[hidden]&b=2');
});

test('hides a password of any characters in a connection string', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (password) => {
      const sent = encodeURIComponent(password);
      expect(hideTexts(`postgres://crm:${sent}@host/db`)).toBe('postgres://crm:[hidden]@host/db');
    }),
  );
});

test('keeps message, time, level, and errors with their stack', () => {
  const out = logged((log) =>
    log.warn({ err: new Error('broken pipe'), orderId: 'A-1' }, 'Lead not written'),
  );
  expect(JSON.parse(out)).toMatchObject({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    msg: 'Lead not written',
    orderId: 'A-1',
    err: { type: 'Error', message: 'broken pipe', stack: expect.stringContaining('log.test.ts') },
  });
});

test('logs an object with a circular reference', () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  expect(logged((log) => log.info(loop, 'round'))).toContain('[deep]');
});
