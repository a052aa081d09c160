import { afterAll, expect, test } from 'vitest';
import { openLog } from '../log/log.ts';
import { secureHeaders } from './secure-headers.ts';
import { createServer, refuseUnknownCalls } from './server.ts';

const app = await createServer({ log: openLog('silent'), trustProxy: [] });
secureHeaders(app);
app.get('/page', (_request, reply) => reply.type('text/html').send('<p>'));
app.post('/call', () => ({ success: true }));
app.get('/error', () => Promise.reject(new Error('a bug')));
refuseUnknownCalls(app);
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };

test.each([
  ['a page', { url: '/page' }, 200],
  ['a call', { url: '/call', method: 'POST', headers: json, payload: '{}' }, 200],
  ['a body that cannot be read', { url: '/call', method: 'POST', headers: json, payload: '{' }, 400],
  ['an error', { url: '/error' }, 500],
  ['an unknown address', { url: '/nothing' }, 404],
] as const)('%s has exactly the security headers', async (_, request, status) => {
  const { statusCode, headers } = await app.inject(request);
  expect(statusCode).toBe(status);
  const own = ['content-type', 'content-length', 'date', 'connection', 'x-request-id'];
  const security = Object.entries(headers).filter(([name]) => !own.includes(name));
  expect(Object.fromEntries(security)).toEqual({
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "connect-src 'self' ws: wss:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join(';'),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  });
});

test('with real keys, only pages with a checkout may load the provider’s script', async () => {
  const shop = await createServer({ log: openLog('silent'), trustProxy: [] });
  secureHeaders(shop, { providerCheckout: true });
  for (const url of ['/', '/profile', '/leads']) shop.get(url, () => '');
  const scriptsOf = async (url: string) => {
    const policy = String((await shop.inject(url)).headers['content-security-policy']);
    return policy.split(';').find((each) => each.startsWith('script-src'));
  };
  const allowed = "script-src 'self' https://checkout.razorpay.com https://cdn.razorpay.com";
  expect(await scriptsOf('/?plan=1')).toBe(allowed);
  expect(await scriptsOf('/profile')).toBe(allowed);
  expect(await scriptsOf('/leads')).toBe("script-src 'self'");
  await shop.close();
});
