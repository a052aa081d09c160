import { expect, test } from 'vitest';
import { choiceNames } from './choiceNames.ts';

const asha = { _id: 'asha', fullName: 'Asha Rao' };
const offers = [{ _id: 'tea', label: 'Slim Tea' }];

test('an operator without the list of operators is named in the filter for the own leads', () =>
  expect(choiceNames(asha, [offers])('asha')).toBe('Asha Rao'));

test('an id is named by its list, and waits while a list loads', () => {
  expect(choiceNames(asha, [undefined, offers])('tea')).toBe('Slim Tea');
  expect(choiceNames(asha, [undefined, offers])('oil')).toBe('…');
});

test('an id of no list is not available', () =>
  expect(choiceNames(asha, [[], offers])('oil')).toBe('Not available'));
