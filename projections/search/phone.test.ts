import { expect, test } from 'vitest';
import { digitsOf, nationalNumber } from './phone.ts';

test.each([
  ['9587446405', null, '9587446405'],
  ['09587446405', 'IN', '9587446405'],
  ['+91 95874 46405', null, '9587446405'],
  ['0091-95874-46405', null, '9587446405'],
  ['919587446405', null, '9587446405'],
  ['९५८७४ ४६४०५', null, '9587446405'],
  ['+44 (0)20 7946 0958', 'GB', '2079460958'],
  ['020 7946 0958', 'GB', '2079460958'],
  ['+1 (202) 555-0123', null, '2025550123'],
  ['1 202 555 0123', 'US', '2025550123'],
  // A mobile number of China, which has eleven digits and begins with 1.
  ['138 1234 5678', 'CN', '13812345678'],
  ['+86 138 1234 5678', null, '13812345678'],
  ['+971 50 123 4567', 'AE', '501234567'],
  ['050 123 4567', 'AE', '501234567'],
  ['+7 916 123-45-67', 'RU', '9161234567'],
  ['1234567', null, '1234567'],
  ['000', null, ''],
])('%s in %s is %s', (phone, country, number) => expect(nationalNumber(phone, country)).toBe(number));

test('digits are those of any script', () => expect(digitsOf('+٩١ 95874')).toBe('9195874'));
