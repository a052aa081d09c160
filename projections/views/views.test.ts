import { randomUUID } from 'node:crypto';
import { listViews, type ViewedListName } from '@crm/contracts/views/views.ts';
import { type TenantId, UserId, ViewId } from '@crm/events/ids.ts';
import { userStream, viewerStream, viewStream } from '@crm/events/streams.ts';
import type { UserEvent } from '@crm/events/users/events.ts';
import type { ViewEvent, ViewerEvent } from '@crm/events/views/events.ts';
import {
  content,
  viewChanged,
  viewDeleted,
  viewRenamed,
  viewSaved,
  viewShared,
  viewUnshared,
} from '@crm/events/views/story.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import type { Push } from '@crm/platform/live/messages.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { recorded } from '../test/recorded.ts';
import { callerOf, newTenant, openWorld } from '../test/world.ts';
import { foldView, type ViewRow } from './table.ts';

const db = await testDatabase();
let pushed: Push[] = [];
const world = await openWorld(db.url, (pushes) => void pushed.push(...pushes));
afterAll(world.close);

let tenant: TenantId;
let admin: SignedInCaller;
let operator: SignedInCaller;
beforeEach(() => {
  tenant = newTenant();
  admin = callerOf('admin', tenant);
  operator = callerOf('operator', tenant);
});

const readerOf = ({ id, role }: SignedInCaller) => ({ id, isAdmin: role === 'admin' });
const newId = () => ViewId.parse(randomUUID());
const toView = (id: ViewId, ...events: ViewEvent[]) => world.say(viewStream(id), tenant, events);
const choose = (who: SignedInCaller, view: string | null, list = 'leads') => {
  const chosen: ViewerEvent = { type: 'ViewChosen', data: { list, view } };
  return world.say(viewerStream(who.id), tenant, [chosen]);
};
const listOf = async (who: SignedInCaller, list: ViewedListName = 'leads') =>
  (await world.ask(listViews, who, { query: { list } })).data;
const namesOf = async (who: SignedInCaller) => (await listOf(who)).views.map(({ name }) => name);

test('foldView applies every event of a view', () => {
  const by = readerOf(admin);
  const after = (...events: ViewEvent[]) =>
    recorded(viewStream(newId()), events).reduce<ViewRow | null>(foldView, null);
  expect(after(viewSaved(by))).toMatchObject({ owner: by.id, name: 'Call today', is_shared: false, content });
  const other = { ...content, filters: {} };
  expect(after(viewSaved(by), viewRenamed('Later'), viewChanged(other), viewShared())).toMatchObject({
    name: 'Later',
    content: other,
    is_shared: true,
    updated_at: new Date('2025-01-01T09:03:00.000Z'),
  });
  expect(after(viewSaved(by), viewShared(), viewUnshared())?.is_shared).toBe(false);
  expect(after(viewSaved(by), viewDeleted())).toBeNull();
  expect(after(viewRenamed('Later'))).toBeNull();
});

describe('views', () => {
  test('of a user are private until they are shared', async () => {
    const id = newId();
    await toView(id, viewSaved(readerOf(admin)));
    expect(await namesOf(admin)).toEqual(['Call today']);
    expect(await namesOf(operator)).toEqual([]);
    await toView(id, viewShared());
    expect(await namesOf(operator)).toEqual(['Call today']);
    expect(await namesOf(callerOf('admin', newTenant()))).toEqual([]);
    await toView(id, viewUnshared());
    expect(await namesOf(operator)).toEqual([]);
  });

  test('are sorted by name, with their owner and whether the caller may change them', async () => {
    const asha: UserEvent = {
      type: 'UserCreated',
      data: {
        details: {
          username: 'asha',
          email: 'asha@demo.test',
          fullName: 'Asha Rao',
          phone: null,
          role: 'admin',
          department: null,
          notes: null,
          isActive: true,
          canSeeLeadsOfAllOperators: false,
        },
      },
    };
    await world.say(userStream(UserId.parse(admin.id)), tenant, [asha]);
    await toView(newId(), viewSaved(readerOf(admin), true), viewRenamed('west'));
    await toView(newId(), viewSaved(readerOf(operator)), viewRenamed('East'));
    const { views } = await listOf(operator);
    expect(views).toEqual([
      {
        ...content,
        _id: expect.any(String),
        name: 'East',
        isShared: false,
        isOwn: true,
        mayChange: true,
        ownerName: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      expect.objectContaining({
        name: 'west',
        isShared: true,
        isOwn: false,
        mayChange: false,
        ownerName: 'Asha Rao',
      }),
    ]);
    expect((await listOf(callerOf('admin', tenant))).views).toMatchObject([
      { isOwn: false, mayChange: true },
    ]);
  });

  test('include the last used view while the caller may see it', async () => {
    const id = newId();
    await toView(id, viewSaved(readerOf(admin), true));
    expect((await listOf(operator)).lastUsed).toBeNull();
    await choose(operator, id);
    expect((await listOf(operator)).lastUsed).toBe(id);
    expect((await listOf(admin)).lastUsed).toBeNull();
    await toView(id, viewUnshared());
    expect((await listOf(operator)).lastUsed).toBeNull();
    await choose(operator, null);
    await toView(id, viewShared());
    expect((await listOf(operator)).lastUsed).toBeNull();
  });
});

test('views and the last used one belong to their list', async () => {
  const [ofLeads, ofUsers] = [newId(), newId()];
  await toView(ofLeads, viewSaved(readerOf(admin), true));
  await toView(ofUsers, viewSaved(readerOf(admin), true, 'users'));
  await choose(admin, ofUsers, 'users');
  const idsOf = async (list: ViewedListName) => {
    const { views, lastUsed } = await listOf(admin, list);
    return { ids: views.map(({ _id }) => _id), lastUsed };
  };
  expect(await idsOf('leads')).toEqual({ ids: [ofLeads], lastUsed: null });
  expect(await idsOf('users')).toEqual({ ids: [ofUsers], lastUsed: ofUsers });
  expect(await idsOf('offers')).toEqual({ ids: [], lastUsed: null });
  // A choice of a view of another list is none.
  await choose(admin, ofUsers, 'leads');
  expect(await idsOf('leads')).toEqual({ ids: [ofLeads], lastUsed: null });
});

test('hints about shared views go to all users of the tenant, others only to the owner', async () => {
  const id = newId();
  const roomsOf = async (...events: ViewEvent[]) => {
    pushed = [];
    await toView(id, ...events);
    await world.caughtUp();
    return pushed.filter(({ topic }) => topic === 'views').map(({ room }) => room);
  };
  const everybody = [`tenant:${tenant}`];
  expect(await roomsOf(viewSaved(readerOf(admin)))).toEqual([`user:${admin.id}`]);
  expect(await roomsOf(viewShared())).toEqual(everybody);
  expect(await roomsOf(viewRenamed('Later'))).toEqual(everybody);
  expect(await roomsOf(viewUnshared())).toEqual(everybody);
  expect(await roomsOf(viewDeleted())).toEqual([`user:${admin.id}`]);
});
