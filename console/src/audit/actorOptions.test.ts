import { expect, test } from 'vitest';
import { actorOptions } from './actorOptions.ts';

const actors = [{ _id: 'asha', name: 'Asha Rao', role: 'admin' }];
const all = { value: 'all', label: 'All actors' };
const asha = { value: 'asha', label: 'Asha Rao' };
const more = { value: 'more', label: 'Only the first 1: choose others in an entry', disabled: true };

test('lists all actors by name', () =>
  expect(actorOptions({ actors, cut: false }, 'all')).toEqual([all, asha]));

test('says that an actor of a link does not exist any more', () =>
  expect(actorOptions({ actors, cut: false }, 'gone')).toEqual([
    all,
    asha,
    { value: 'gone', label: 'Not available' },
  ]));

test('says that there are more actors than listed, and where they are chosen', () =>
  expect(actorOptions({ actors, cut: true }, 'asha')).toEqual([all, asha, more]));

test('an actor chosen in an entry may not be among the listed ones', () =>
  expect(actorOptions({ actors, cut: true }, 'zoya')).toEqual([
    all,
    asha,
    { value: 'zoya', label: 'Another actor' },
    more,
  ]));

test('does not say whether an actor of a link exists before the actors are read', () =>
  expect(actorOptions(undefined, 'asha')).toEqual([all, { value: 'asha', label: '…' }]));
