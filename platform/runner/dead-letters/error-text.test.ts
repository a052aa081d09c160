import { isStorable } from '@crm/events/language/text.ts';
import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { errorText } from './error-text.ts';

const data = { details: { customer: { fullName: 'Meera Nair', phone: '+91 98765 43210' }, price: 123456 } };

function refusedByPostgres(code: string, message: string) {
  const error = new DatabaseError(message, message.length, 'error');
  error.code = code;
  return error;
}

describe('errorText', () => {
  test('has the name of the error, and its code if any', () => {
    expect(errorText(new TypeError('cannot be'), data)).toBe('TypeError: cannot be');
    expect(errorText(refusedByPostgres('22P05', 'unsupported Unicode escape sequence'), data)).toBe(
      'error: unsupported Unicode escape sequence (22P05)',
    );
    const rule = 'null value in column "full_name" of relation "leads_g3" violates not-null constraint';
    expect(errorText(refusedByPostgres('23502', rule), data)).toBe(`error: ${rule} (23502)`);
  });

  test.each([
    ['a value that Postgres quotes', refusedByPostgres('22P02', 'invalid input: "Meera Nair"')],
    ['a part of a value', new SyntaxError('Unexpected token, "Meera Na"... is not valid JSON')],
    ['a text that a fold names', new Error('no lead is called Meera Nair (+91 98765 43210)')],
    ['a number that a fold names', new RangeError('123456 does not fit')],
    ['later lines', new Error('cannot be\nMeera Nair')],
  ])('has no data of the event: %s', (_, error) => {
    expect(errorText(error, data)).not.toMatch(/Meera|98765|123456/);
  });

  test('can be stored for any error and any cut', () => {
    const long = `${'x'.repeat(492)}😀`; // 'Error: ' before it, so that the cut falls into the emoji
    expect(isStorable(errorText(new Error(long), null))).toBe(true);
    expect(errorText(new Error('NUL \0, half \ud83d'), { a: '\0', b: '\ud83d' })).toBe(
      'Error: NUL \ufffd, half \ufffd',
    );
  });

  test('has at most 500 characters for any error', () => {
    expect(errorText(new Error('x'.repeat(10_000)), data)).toHaveLength(500);
    expect(errorText('Meera Nair', data)).toBe('string');
    expect(errorText(new Error('x'), new Uint8Array(256 * 1024))).toBe('Error: x');
    expect(errorText(new Error('cannot be'), null)).toBe('Error: cannot be');
  });
});
