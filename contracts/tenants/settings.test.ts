import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../test/field-errors.ts';
import { changeSettings, renameOrganization, setAutoLeadStatusApprove, updateTheme } from './settings.ts';

describe('a theme colour', () => {
  test.each(['#6366f1', '#6366F1'])('accepts %s', (colorHash) =>
    expect(fieldErrors(updateTheme.body, { colorHash })).toEqual({}),
  );
  test.each(['6366f1', '#666', '#6366f1ff', '#6366g1', 'indigo', '#6366f1\n'])('rejects %j', (colorHash) =>
    expect(fieldErrors(updateTheme.body, { colorHash })).toEqual({
      colorHash: 'Must be a color like #6366f1',
    }),
  );
});

test.each([
  ['', 'This field is required'],
  [' ', 'This field is required'],
  ['x'.repeat(101), 'Cannot exceed 100 characters'],
])('rejects the organisation name %j', (organizationName, text) =>
  expect(fieldErrors(renameOrganization.body, { organizationName })).toEqual({ organizationName: text }),
);

test('automatic approval is on or off', () =>
  expect(fieldErrors(setAutoLeadStatusApprove.body, { autoLeadStatusApprove: 'maybe' })).toEqual({
    autoLeadStatusApprove: 'Must be true or false',
  }));

describe('settings that are single values', () => {
  test.each([
    { currency: 'INR' },
    { currency: null, takingAllowed: true },
    { timeZone: 'Asia/Kolkata' },
    { timeZone: 'UTC', overdueHours: 1 },
    { overdueHours: 720 },
    {},
  ])('accepts %j', (body) => expect(fieldErrors(changeSettings.body, body)).toEqual({}));

  const hours = { overdueHours: 'Must be a whole number from 1 to 720' };
  const zone = 'Must be a time zone, such as Asia/Kolkata';
  test.each([
    [{ currency: 'BTC' }, { currency: 'Must be one of USD, EUR, GBP, INR, CAD, AUD, AED, SAR' }],
    [{ timeZone: 'Mars/Olympus' }, { timeZone: zone }],
    [{ timeZone: '+05:30' }, { timeZone: zone }],
    [{ overdueHours: 0 }, hours],
    [{ overdueHours: 721 }, hours],
    [{ overdueHours: 1.5 }, hours],
    [{ overdueHours: '24' }, hours],
    [{ takingAllowed: 'yes' }, { takingAllowed: 'Must be true or false' }],
  ])('rejects %j', (body, errors) => expect(fieldErrors(changeSettings.body, body)).toEqual(errors));
});
