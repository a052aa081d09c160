import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepsTheLaws } from '../test/laws.ts';
import { storiesOf } from '../test/story.ts';
import { views } from './aggregate.ts';
import { type ViewerCommand, viewerDecider } from './choose.ts';
import { type ViewCommand, type ViewReader, viewDecider } from './decide.ts';
import { type ViewEvent, type ViewerEvent, viewEvents, viewerEvents } from './events.ts';
import { reservedName } from './reserved-name.ts';
import {
  ann,
  bob,
  content,
  given,
  viewChanged,
  viewDeleted,
  viewRenamed,
  viewSaved,
  viewShared,
  viewUnshared,
} from './story.ts';

type Edit = Extract<ViewCommand, { type: 'EditView' }>;
const save = (by: ViewReader, isShared = false): ViewCommand => ({
  type: 'SaveView',
  by,
  list: 'leads',
  name: 'Call today',
  isShared,
  content,
});
const edit = (by: ViewReader, changes: Edit['changes'], seen?: Edit['seen']): ViewCommand => ({
  type: 'EditView',
  by,
  changes,
  seen,
});
const remove = (by: ViewReader): ViewCommand => ({ type: 'DeleteView', by });
const other = { ...content, filters: { status: 'approved' } };

describe('a view', () => {
  test('is saved only once', () => {
    given().when(save(bob)).gives(viewSaved(bob));
    given(viewSaved(bob)).when(save(bob)).refuses('view-exists');
    given(viewSaved(bob), viewDeleted()).when(save(bob)).refuses('view-exists');
  });
  test('is renamed and updated', () => {
    given(viewSaved(bob))
      .when(edit(bob, { name: 'Tomorrow' }))
      .gives(viewRenamed('Tomorrow'));
    given(viewSaved(bob))
      .when(edit(bob, { content: other }))
      .gives(viewChanged(other));
  });
  test('is not overwritten from a screen that was made from another content', () => {
    const third = { ...content, sort: null };
    const changed = given(viewSaved(bob), viewChanged(other));
    changed.when(edit(bob, { content: third }, content)).refuses('changed-meanwhile');
    changed.when(edit(bob, { content: third }, other)).gives(viewChanged(third));
    // As it is wished already, and a name does not depend on the content.
    changed.when(edit(bob, { content: other }, content)).gives();
    changed.when(edit(bob, { name: 'Later' }, content)).gives(viewRenamed('Later'));
  });
  test('is overwritten from the same content, in whatever order its fields come', () => {
    const { columns, sort, filters } = content;
    const read = {
      columns: columns.map(({ width, shown, id }) => ({ width, shown, id })),
      sort: sort && { order: sort.order, by: sort.by },
      filters: Object.fromEntries(Object.entries(filters).toReversed()),
    };
    given(viewSaved(bob))
      .when(edit(bob, { content: other }, read))
      .gives(viewChanged(other));
  });
  test('is edited without a change: no event', () =>
    given(viewSaved(bob))
      .when(edit(bob, { name: 'Call today', content, isShared: false }))
      .gives());
  test('of one user is not found by others, including admins', () => {
    given(viewSaved(bob))
      .when(edit(ann, { name: 'Mine' }))
      .refuses('view-not-found');
    given(viewSaved(ann)).when(remove(bob)).refuses('view-not-found');
  });
  test('is deleted permanently', () => {
    given(viewSaved(bob)).when(remove(bob)).gives(viewDeleted());
    given(viewSaved(bob), viewDeleted()).when(remove(bob)).refuses('view-not-found');
    given().when(remove(bob)).refuses('view-not-found');
  });
});

describe('sharing', () => {
  test('is allowed for admins only', () => {
    given().when(save(ann, true)).gives(viewSaved(ann, true));
    given().when(save(bob, true)).refuses('view-sharing');
    given(viewSaved(ann))
      .when(edit(ann, { isShared: true }))
      .gives(viewShared());
    given(viewSaved(bob))
      .when(edit(bob, { isShared: true }))
      .refuses('view-sharing');
  });
  test('lets every admin change the view, and no other user', () => {
    const carl: ViewReader = { ...ann, id: '6b0f2a70-0000-4000-8000-000000000003' };
    given(viewSaved(ann), viewShared())
      .when(edit(carl, { name: 'Ours' }))
      .gives(viewRenamed('Ours'));
    given(viewSaved(ann), viewShared()).when(remove(carl)).gives(viewDeleted());
    given(viewSaved(ann), viewShared())
      .when(edit(bob, { name: 'Ours' }))
      .refuses('view-shared');
    given(viewSaved(ann), viewShared()).when(remove(bob)).refuses('view-shared');
  });
  test('also applies to an owner who is no longer an admin', () =>
    given(viewSaved(bob), viewShared()).when(remove(bob)).refuses('view-shared'));
  test('can end: then the view is private again', () => {
    given(viewSaved(ann), viewShared())
      .when(edit(ann, { isShared: false }))
      .gives(viewUnshared());
    given(viewSaved(ann), viewShared(), viewUnshared()).when(remove(bob)).refuses('view-not-found');
  });
});

test('reserves a name while the view exists, independent of case and Unicode form', () => {
  const held = (...history: ViewEvent[]) =>
    views.names.of(history.reduce(viewDecider.evolve, viewDecider.initialState));
  expect(held(viewSaved(bob))).toEqual([reservedName('leads', bob.id, 'CALL Today')]);
  expect(held(viewSaved(bob), viewRenamed('Später'))).toEqual([
    reservedName('leads', bob.id, 'spa\u0308ter'),
  ]);
  expect(held(viewSaved(bob), viewRenamed('Two\r\nlines'))).toEqual([
    reservedName('leads', bob.id, 'two lines'),
  ]);
  expect(held(viewSaved(bob), viewDeleted())).toEqual([]);
});

test('reserves a name for its list alone', () => {
  expect(reservedName('users', bob.id, 'A')).not.toBe(reservedName('offers', bob.id, 'A'));
  // As it was stored before other lists had views.
  expect(reservedName('leads', bob.id, 'A')).toBe(`view-name:${bob.id}:a`);
});

describe('the chosen view', () => {
  const viewer = storiesOf(viewerDecider);
  const chosen = (view: string | null, list = 'leads'): ViewerEvent => ({
    type: 'ViewChosen',
    data: { list, view },
  });
  const choose = (view: string | null, list = 'leads'): ViewerCommand => ({ type: 'ChooseView', list, view });
  test('is recorded once', () => {
    viewer().when(choose('a')).gives(chosen('a'));
    viewer(chosen('a')).when(choose('a')).gives();
    viewer(chosen('a')).when(choose(null)).gives(chosen(null));
    viewer().when(choose(null)).gives();
  });
  test('of one list is not that of another', () => {
    viewer(chosen('a')).when(choose('b', 'users')).gives(chosen('b', 'users'));
    viewer(chosen('a'), chosen('b', 'users')).when(choose('a')).gives();
  });
  const commands = fc.tuple(fc.constantFrom('a', 'b', null), fc.constantFrom('leads', 'users'));
  keepsTheLaws(
    viewerDecider,
    viewerEvents,
    choose('a'),
    commands.map(([view, list]) => choose(view, list)),
    { neverRefuses: true },
  );
});

const reader = fc.constantFrom(ann, bob);
const changes = fc.record(
  {
    name: fc.constantFrom('Call today', 'Tomorrow'),
    isShared: fc.boolean(),
    content: fc.constantFrom(content, other),
  },
  { requiredKeys: [] },
);
const command: fc.Arbitrary<ViewCommand> = fc.oneof(
  reader.map((by) => save(by)),
  reader.map(remove),
  { weight: 4, arbitrary: fc.tuple(reader, changes).map(([by, to]) => edit(by, to)) },
);
describe('views', () => keepsTheLaws(viewDecider, viewEvents, save(ann), command));
