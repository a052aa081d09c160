import { describe, expect, test } from 'vitest';
import { formOf, jsonOf } from './read-body.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const name = '{"fullName":"Jürgen Müller"}';
/** 山田 in Shift_JIS, and as a form sends it: the second byte of 田 is a letter. */
const japanese = Buffer.from([0x8e, 0x52, 0x93, 0x63]);

describe('jsonOf', () => {
  test.each([
    ['UTF-8', Buffer.from(name), JSON_TYPE],
    ['UTF-8 with its charset', Buffer.from(name), `${JSON_TYPE}; charset=UTF-8`],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${name}`), JSON_TYPE],
    ['UTF-8 that is declared as ISO-8859-1', Buffer.from(name), `${JSON_TYPE}; charset=ISO-8859-1`],
    ['ISO-8859-1', latin1(name), JSON_TYPE],
    ['ISO-8859-1 with its charset', latin1(name), `${JSON_TYPE};charset="iso-8859-1"`],
    ['ISO-8859-1 that is declared as UTF-8', latin1(name), `${JSON_TYPE}; charset=utf-8`],
    ['an unknown charset', Buffer.from(name), `${JSON_TYPE}; charset=nothing`],
    ['UTF-16', Buffer.from(name, 'utf16le'), JSON_TYPE],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${name}`, 'utf16le'), JSON_TYPE],
    ['big-endian UTF-16', Buffer.from(name, 'utf16le').swap16(), JSON_TYPE],
    [
      'big-endian UTF-16 with its charset and a byte order mark',
      Buffer.from(`\ufeff${name}`, 'utf16le').swap16(),
      `${JSON_TYPE}; charset=utf-16`,
    ],
  ])('reads %s', (_, bytes, type) =>
    expect(jsonOf(bytes, type)).toEqual({ value: { fullName: 'Jürgen Müller' } }),
  );

  test('reads a declared charset', () => {
    const bytes = Buffer.concat([latin1('"'), japanese, latin1('"')]);
    expect(jsonOf(bytes, `${JSON_TYPE}; charset=Shift_JIS`)).toEqual({ value: '山田' });
  });

  test('returns no value for an empty body, and null for a text that is not JSON', () => {
    expect(jsonOf(Buffer.alloc(0), JSON_TYPE)).toEqual({ value: undefined });
    for (const text of ['{"a":', '\ufeff', ' ', '{"a":1}x'])
      expect(jsonOf(Buffer.from(text), JSON_TYPE)).toBeNull();
  });
});

describe('formOf', () => {
  test.each([
    ['UTF-8', Buffer.from('name=M%C3%BCller+K%C3%B6ln&a=100%25')],
    ['UTF-8 without escapes', Buffer.from('name=Müller+Köln&a=100%25')],
    ['ISO-8859-1', Buffer.from('name=M%FCller+K%F6ln&a=100%25')],
    ['ISO-8859-1 without escapes', latin1('name=Müller Köln&a=100%25')],
    ['UTF-8 beside an incomplete escape', Buffer.from('name=M%C3%BCller+K%C3%B6ln&a=100%')],
  ])('reads %s', (_, bytes) => expect(formOf(bytes, FORM_TYPE)).toEqual({ name: 'Müller Köln', a: '100%' }));

  test('reads a declared charset, also where a byte of a letter is sent as ASCII', () =>
    expect(formOf(Buffer.from('name=%8ER%93c'), `${FORM_TYPE}; charset=shift_jis`)).toEqual({
      name: '山田',
    }));

  test.each(['नाम', 'علي', 'Zoé', '你好', '😀'])(
    'damages only the field of %s that was cut within a letter',
    (name) => {
      const whole = Buffer.from(name);
      const last = Buffer.byteLength([...name].at(-1) ?? '');
      for (let cut = 1; cut < last; cut += 1) {
        const escaped = [...whole.subarray(0, -cut)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
        const sent = Buffer.from(
          `name=${encodeURIComponent(name)}&remarks=${escaped.join('')}&city=K%C3%B6ln`,
        );
        const remarks = `${[...name].slice(0, -1).join('')}\ufffd`;
        expect(formOf(sent, FORM_TYPE)).toEqual({ name, remarks, city: 'Köln' });
        const body = Buffer.concat([
          Buffer.from(`{"name":"${name}","remarks":"`),
          whole.subarray(0, -cut),
          Buffer.from('"}'),
        ]);
        expect(jsonOf(body, JSON_TYPE)).toEqual({ value: { name, remarks } });
      }
    },
  );

  test('keeps plus signs, empty fields, lists and names of an object', () => {
    const sent = Buffer.from('phone=%2B91&list=1&list=2&empty=&none&__proto__=x&&');
    expect(Object.entries(formOf(sent, FORM_TYPE))).toEqual([
      ['phone', '+91'],
      ['list', ['1', '2']],
      ['empty', ''],
      ['none', ''],
      ['__proto__', 'x'],
    ]);
    expect(formOf(Buffer.alloc(0), FORM_TYPE)).toEqual({});
  });
});
