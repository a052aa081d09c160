import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../test/any-character.ts';
import { fillForm, fillHeader, fillJson, fillUrl, formOf, isJsonTemplate } from './escape.ts';
import type { PlaceholderValues } from './placeholders.ts';
import { valuesWith } from './story.ts';

/** Hostile lead data: special characters of all formats, lone surrogates, control characters. */
const nasty = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      '\\',
      '\r',
      '\n',
      '/',
      '.',
      '%',
      '&',
      '=',
      '?',
      '#',
      '{',
      '}',
      "'",
      '\0',
      '\ud800',
      'é',
      '𝒳',
      ' ',
      '2e',
    ),
  }),
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '../../admin',
    '\r\nX-Evil: 1',
    '"},"admin":true,{"',
    '{{phone}}',
    '\\',
    '\\"',
  ),
);
const value = fc.oneof(
  nasty,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const named = (fullName: PlaceholderValues['fullName'], sub1: PlaceholderValues['sub1'] = null) =>
  valuesWith({ fullName, sub1 });
const wellFormed = (text: unknown) =>
  (text === null ? '' : String(text)).replaceAll(/\p{Surrogate}/gu, '\ufffd');

describe('JSON', () => {
  const templates = [
    '{"a": {{fullName}}, "b": [{{sub1}}]}',
    '{"a": "{{fullName}}", "b": "x{{sub1}}y\\"{{fullName}}\\\\{{sub1}}"}',
    '"{{fullName}}{{sub1}}"',
    '{{sub1}}',
    '{"{{fullName}}": {{sub1}}}',
  ];
  test.each(templates)('%s is JSON for any values', (template) => {
    expect(isJsonTemplate(template)).toBe(true);
    fc.assert(
      fc.property(value, value, (fullName, sub1) => {
        JSON.parse(fillJson(template, named(fullName, sub1)));
      }),
    );
  });

  test('contains each value unchanged in its place', () =>
    fc.assert(
      fc.property(value, value, (fullName, sub1) => {
        const filled: unknown = JSON.parse(
          fillJson('{"a": {{fullName}}, "b": "<{{sub1}}>"}', named(fullName, sub1)),
        );
        const a = typeof fullName === 'string' ? wellFormed(fullName) : JSON.parse(JSON.stringify(fullName));
        expect(filled).toEqual({ a, b: `<${wellFormed(sub1)}>` });
      }),
    ));

  test('of any template that passes the check is always valid', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ',',
      ':',
      '1',
      'a',
      ' ',
      '{{fullName}}',
      '{{sub1}}',
      '"a":',
      'null',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), value, value, (pieces, fullName, sub1) => {
        const template = pieces.join('');
        fc.pre(isJsonTemplate(template));
        JSON.parse(fillJson(template, named(fullName, sub1)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('an address', () => {
  test('keeps its structure for any values', () =>
    fc.assert(
      fc.property(value, value, (fullName, sub1) => {
        const filled = new URL(
          fillUrl(
            'https://tracker.example:8443/a/{{fullName}}/b/x{{sub1}}?q={{fullName}}&r=1#f',
            named(fullName, sub1),
            [['s', sub1]],
          ),
        );
        expect([filled.origin, filled.username, filled.hash]).toEqual([
          'https://tracker.example:8443',
          '',
          '',
        ]);
        const segments = filled.pathname.split('/');
        expect([segments.length, segments[1], segments[3]]).toEqual([5, 'a', 'b']);
        expect([...filled.searchParams.keys()]).toEqual(['q', 'r', 's']);
        expect(filled.searchParams.get('q')).toBe(wellFormed(fullName));
        expect(filled.searchParams.get('s')).toBe(wellFormed(sub1));
      }),
    ));

  test.each([
    ['..', 'https://t.example/a//b'],
    ['.', 'https://t.example/a//b'],
    ['a/../b', 'https://t.example/a/a%2F..%2Fb/b'],
  ])('with %s in its path does not leave the path', (fullName, url) =>
    expect(fillUrl('https://t.example/a/{{fullName}}/b', named(fullName))).toBe(url),
  );

  test('appends fields to its query', () => {
    expect(fillUrl('https://t.example/', named('x'), [['a b', 'c&d']])).toBe(
      'https://t.example/?a%20b=c%26d',
    );
    expect(fillUrl('https://t.example/?z=1', named('x'), [['a', null]])).toBe('https://t.example/?z=1&a=');
    expect(fillUrl('https://t.example/?', named('x'))).toBe('https://t.example/');
  });
});

test('a form keeps each value in its field', () =>
  fc.assert(
    fc.property(value, nasty, (fullName, key) => {
      const filled = new URLSearchParams(
        `${fillForm('a={{fullName}}&b=1', named(fullName))}&${formOf([[key, fullName]])}`,
      );
      expect([...filled]).toEqual([
        ['a', wellFormed(fullName)],
        ['b', '1'],
        [wellFormed(key), wellFormed(fullName)],
      ]);
    }),
  ));

test('a header is one line of printable ASCII for any values', () =>
  fc.assert(
    fc.property(value, value, (fullName, sub1) => {
      const filled = fillHeader('id {{fullName}}; {{sub1}}', named(fullName, sub1));
      expect(filled).toMatch(/^[ -~]*$/);
      // Checks that the HTTP client accepts it.
      expect(new Headers([['x-id', filled]]).get('x-id')).toBe(filled);
    }),
  ));
