import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiddenIn, MASK, maskOf } from './mask.ts';
import { render } from './render.ts';
import { detailed, valuesWith } from './story.ts';

const hidden = 's3cret/"& value';

test('masks a secret in any encoding', () => {
  const inJson = JSON.stringify(hidden).slice(1, -1);
  const bySlash = ['\\/', '\\u002f', '\\u002F'].map((slash) => inJson.replace('/', slash));
  for (const spelling of [hidden, encodeURIComponent(hidden), inJson, ...bySlash])
    expect(maskOf([hidden]).text(`a ${spelling} b`)).toBe(`a ${MASK} b`);
});

test('masks a secret as Go writes JSON, and as pages write HTML', () => {
  const secret = `p&q<r>"s"'t'`;
  for (const spelling of [
    'p\\u0026q\\u003cr\\u003e\\"s\\"\'t\'',
    `p&amp;q&lt;r&gt;"s"'t'`,
    'p&amp;q&lt;r&gt;&#34;s&#34;&#39;t&#39;',
    'p&amp;q&lt;r&gt;&quot;s&quot;&#x27;t&#x27;',
    'p&amp;q&lt;r&gt;&quot;s&quot;&#039;t&#039;',
  ])
    expect(maskOf([secret]).text(`a ${spelling} b`)).toBe(`a ${MASK} b`);
});

test('masks a secret that contains another one completely', () =>
  expect(maskOf(['token', 'token-of-ann']).text('token-of-ann')).toBe(MASK));

test('masks values of secret headers completely, others only their secrets', () =>
  expect(
    maskOf([hidden, 'abc']).headers({
      authorization: 'Basic abc',
      cookie: 'a=b',
      'x-api-key': 'k',
      'x-partner': 'abc',
      'x-note': `n ${hidden}`,
      accept: '*/*',
    }),
  ).toEqual({
    authorization: MASK,
    cookie: MASK,
    'x-api-key': MASK,
    'x-partner': MASK,
    'x-note': `n ${MASK}`,
    accept: '*/*',
  }));

test('masks credentials in base64', () => {
  const basic = { authentication: { type: 'basic' as const, username: 'ann' } };
  const request = render(detailed(basic), valuesWith({}), { 'authentication.password': 'hunter2' });
  const echoed = JSON.stringify(request.headers);
  expect(maskOf(hiddenIn(request, ['hunter2'])).text(echoed)).not.toContain(
    Buffer.from('ann:hunter2').toString('base64'),
  );
});

test('leaves no secret in a masked request', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^[!-~]{6,40}$/), (secret) => {
      const request = render(
        detailed({
          url: 'https://t.example/?k={{sub1}}',
          headers: [{ key: 'X-Note', value: 'n {{sub1}}' }],
          bodyTemplate: { format: 'json', template: '{"k":"{{sub1}}"}' },
          authentication: { type: 'api_key', header: 'X-Partner' },
        }),
        valuesWith({ sub1: secret }),
        { 'authentication.apiKey': secret },
      );
      const shown = maskOf([secret]).request(request);
      expect(shown.headers['x-partner']).toBe(MASK);
      expect(decodeURIComponent(shown.url)).not.toContain(secret);
      expect(shown.headers['x-note']).not.toContain(secret);
      expect(JSON.parse(shown.body ?? '').k).not.toContain(secret);
    }),
  ));
