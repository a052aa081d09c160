import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { saveViewAs } from './act-on-views.ts';
import { bodyOf } from './body-of.ts';
import { callApi } from './call-api.ts';
import { loseAnswers } from './lose-answers.ts';
import { nextFrames } from './next-frames.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/** Two admins have the same form open: the second one gets a message, and loses no typed text. */
let stage: Stage;
let page: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 5 });
  page = await stage.signedIn(stage.people.admin, '/offers');
});

/** The answer to a new entity: { offer: { _id } }, and the newest row of a list. */
const Created = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .transform((data) => Row.parse(Object.values(data)[0]));
const Row = z.object({ _id: z.string() });
const colleague = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  callApi(stage.url, stage.people.admin, method, path, body);

const kinds = [
  {
    noun: 'Offer',
    list: '/offers',
    label: 'Offer Name',
    body: { name: 'Knee oil', category: 'other', price: 10, currency: 'USD' },
    edit: { price: 12 },
    edited: ['price', '12.00'],
    same: 'name',
    aside: null,
    typesBack: false,
  },
  {
    noun: 'User',
    list: '/users',
    label: 'Full Name',
    body: {
      username: 'two.admins',
      fullName: 'Ila Sen',
      email: 'two.admins@demo.test',
      role: 'operator',
      password: 'long enough',
      confirmPassword: 'long enough',
    },
    edit: { department: 'Sales' },
    edited: ['department', 'Sales'],
    same: 'fullName',
    aside: (path: string) =>
      colleague('PUT', path, { password: 'another long one', confirmPassword: 'another long one' }),
    typesBack: true,
  },
  {
    noun: 'Postback',
    list: '/postbacks',
    label: 'Name',
    body: { name: 'Keitaro', url: 'https://partner.example/postback', triggerEvents: ['new_lead'] },
    edit: { headers: [{ key: 'X-Source', value: 'crm' }] },
    edited: ['headers.0.key', 'X-Source'],
    same: 'name',
    aside: (path: string) => colleague('POST', `${path}/roll-secret`),
    typesBack: true,
  },
  {
    noun: 'Lead',
    list: '/leads',
    label: 'Full Name',
    // One of the stage's.
    body: null,
    edit: { city: 'Kochi' },
    edited: ['city', 'Kochi'],
    same: 'fullName',
    aside: (path: string) => colleague('POST', `${path}/comments`, { content: 'Called' }),
    typesBack: false,
  },
];

describe.each(kinds)('the form of a $noun', ({ noun, list, label, body, edit, edited, same, ...kind }) => {
  let path: string;
  const field = () => page.getByLabel(label).first();

  beforeAll(async () => {
    const { _id } = Created.parse(await (body ? colleague('POST', list, body) : colleague('GET', list)));
    path = `${list}/${_id}`;
  });

  test("is not saved over a colleague's edit; reloaded, it goes on at that edit with what is typed", async () => {
    await visit(page, `${path}/edit`);
    await field().fill('Typed before');
    await colleague('PUT', path, edit);
    await page.getByText(`Another user has changed this ${noun.toLowerCase()}.`).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Reload' }).press('Enter');
    const focused = page.locator(':focus');
    await expect.poll(() => focused.getAttribute('name')).toBe(edited[0]);
    await expect.poll(() => focused.inputValue()).toBe(edited[1]);
    expect(await field().inputValue()).toBe('Typed before');
    await page.keyboard.press('Control+Enter');
    await isSaved();
    // This read waits for the colleague's own writes only.
    await expect.poll(async () => JSON.stringify(await colleague('GET', path))).toContain('Typed before');
  });

  /**
   * The form is left; the toast of an earlier save may still be there. On a busy machine, a toast closes before the next page is
   * shown.
   */
  const isSaved = () =>
    Promise.all([
      page.waitForURL((url) => !url.pathname.endsWith('/edit')),
      page.getByText(`${noun} updated successfully`).last().waitFor(),
    ]);

  const isEdit = (url: URL) => url.pathname === `/api${path}`;

  /** Saves the form; the colleague's call arrives just before it. */
  async function saveJustAfter(call: () => Promise<unknown>) {
    let isFirst = true;
    await page.route(isEdit, async (route) => {
      if (route.request().method() !== 'PUT' || !isFirst) return route.fallback();
      isFirst = false;
      await call();
      await route.continue();
    });
    await page.keyboard.press('Control+Enter');
  }

  test('of two edits of a field at the same moment, one is saved and the other one gets a message', async () => {
    await visit(page, `${path}/edit`);
    await field().fill('Typed at once');
    await saveJustAfter(() => colleague('PUT', path, { [same]: 'Was faster' }));
    await page.getByText(`Another user has changed this ${noun.toLowerCase()}.`).waitFor();
    expect(JSON.stringify(await colleague('GET', path))).toContain('Was faster');
    await page.getByRole('button', { name: 'Reload' }).press('Enter');
    expect(await field().inputValue()).toBe('Typed at once');
    await page.keyboard.press('Control+Enter');
    await isSaved();
    await expect.poll(async () => JSON.stringify(await colleague('GET', path))).toContain('Typed at once');
  });

  const { aside } = kind;
  if (aside)
    test('is saved when something else than its fields changes at the same moment', async () => {
      await visit(page, `${path}/edit`);
      await field().fill('Typed beside');
      await saveJustAfter(() => aside(path));
      await isSaved();
      await expect.poll(async () => JSON.stringify(await colleague('GET', path))).toContain('Typed beside');
    });

  test('takes its own edit for no other one when the answer was lost, and can be saved again', async () => {
    await visit(page, `${path}/edit`);
    const before = await field().inputValue();
    await field().fill('Typed once');
    await page.route(isEdit, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    const isReadAgain = page.waitForResponse(
      async (answer) =>
        isEdit(new URL(answer.url())) &&
        answer.request().method() === 'GET' &&
        (await bodyOf(answer)).includes('Typed once'),
    );
    await page.keyboard.press('Control+Enter');
    await isReadAgain;
    await page.locator('form').getByRole('alert').waitFor();
    await nextFrames(page);
    expect(await page.getByText('Another user has changed').count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    const last = kind.typesBack ? before : 'Typed once';
    await field().fill(last);
    await page.keyboard.press('Control+Enter');
    await isSaved();
    await expect.poll(async () => JSON.stringify(await colleague('GET', path))).toContain(`"${last}"`);
  });

  test('stays with what is typed when a colleague deletes it, and says so', async () => {
    await visit(page, `${path}/edit`);
    await field().fill('Typed later');
    await colleague('DELETE', path);
    await page
      .getByRole('alert')
      .filter({ hasText: `This ${noun.toLowerCase()} was deleted` })
      .waitFor();
    expect(await field().inputValue()).toBe('Typed later');
    const save = page.getByRole('button', { name: `Update ${noun}` });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  });
});

test('the form of a lead stays with what is typed when an admin assigns it to another operator', async () => {
  const [operator, other] = await Promise.all([idOf(stage.people.operator), idOf(stage.people.operator2)]);
  await colleague('PUT', `/users/${operator}`, { permissions: { canSeeLeadsOfAllOperators: true } });
  const [{ _id }] = z.tuple([Row]).parse(await colleague('GET', '/leads?limit=1'));
  await colleague('POST', `/leads/${_id}/assign`, { operatorId: operator });
  const own = await stage.signedIn(stage.people.operator, `/leads/${_id}/edit`);
  const name = own.getByLabel('Full Name');
  await name.fill('Typed before');
  await colleague('POST', `/leads/${_id}/assign`, { operatorId: other });
  await own.getByRole('alert').filter({ hasText: 'Only leads assigned to you can be changed' }).waitFor();
  expect(await name.inputValue()).toBe('Typed before');
});

test('of two admins who assign a lead at the same moment, the second gets a message, and the operator stays', async () => {
  const { _id } = Row.parse(z.array(Row).parse(await colleague('GET', '/leads?limit=1'))[0]);
  await colleague('POST', `/leads/${_id}/assign`, { operatorId: '' });
  await visit(page, `/leads/${_id}`);
  // The page reads behind the colleague's write at first.
  await page.getByText('Unassigned', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Assign' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Operator').selectOption(await idOf(stage.people.operator));
  await colleague('POST', `/leads/${_id}/assign`, { operatorId: await idOf(stage.people.operator2) });
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await page.getByText('This was changed by somebody else meanwhile. Please look again.').waitFor();
  const { lead } = z
    .object({ lead: z.object({ assignedOperator: Row }) })
    .parse(await colleague('GET', `/leads/${_id}`));
  expect(lead.assignedOperator._id).toBe(await idOf(stage.people.operator2));
});

describe('a saved view', () => {
  const edits = /\/api\/views\/[0-9a-f-]{36}$/;
  const Views = z.object({
    views: z.array(Row.extend({ name: z.string(), filters: z.record(z.string(), z.string()) })),
  });
  const ours = async () =>
    Views.parse(await colleague('GET', '/views?list=leads')).views.find(({ name }) => name === 'Ours');
  const content = (status: string) => ({
    filters: { status },
    sort: { by: 'createdAt', order: 'desc' },
    columns: [],
  });
  const status = () => page.getByLabel('Status', { exact: true });
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = () => page.getByText('Somebody else has changed Ours since you opened it.');
  const before = { success: true, data: { views: [], lastUsed: null } };
  let isBehind = false;

  beforeAll(async () => {
    await visit(page, '/leads?status=processing');
    // A busy server answers from before the save, which the page goes on to show.
    await page.route(/\/api\/views(\?|$)/, (route) => {
      if (route.request().method() !== 'GET') isBehind = true;
      else if (isBehind) return route.fulfill({ json: before, headers: { 'x-stale': 'true' } });
      return route.fallback();
    });
    await saveViewAs(page, 'Ours');
  });

  test('is not saved over a change that came meanwhile, until the user knows of it', async () => {
    await status().selectOption('hold');
    // The colleague's read does not wait for this page's save.
    await expect.poll(ours).toBeDefined();
    const id = (await ours())?._id ?? '';
    const read = page.waitForResponse(async (answer) =>
      (await bodyOf(answer)).includes('"status":"approved"'),
    );
    await colleague('PUT', `/views/${id}`, { content: content('approved') });
    isBehind = false;
    await read;
    await save();
    await notice().waitFor();
    expect((await ours())?.filters).toEqual({ status: 'approved' });
    expect(await status().inputValue()).toBe('hold');
    await save();
    await expect.poll(async () => (await ours())?.filters).toEqual({ status: 'hold' });
    await notice().waitFor({ state: 'hidden' });
  });

  test('is saved again after a save whose answer was lost', async () => {
    await status().selectOption('trash');
    await loseAnswers(page, edits);
    const read = page.waitForResponse(async (answer) => (await bodyOf(answer)).includes('"status":"trash"'));
    await save();
    await status().selectOption('cancelled');
    await read;
    await nextFrames(page);
    await page.unrouteAll({ behavior: 'wait' });
    await save();
    await expect.poll(async () => (await ours())?.filters).toEqual({ status: 'cancelled' });
    expect(await notice().count()).toBe(0);
  });
});

async function idOf(email: string): Promise<string> {
  const users = z.array(Row.extend({ email: z.string() })).parse(await colleague('GET', '/users?limit=100'));
  return users.find((user) => user.email === email)?._id ?? '';
}

describe('a setting of the organisation that is typed', () => {
  const settings = [
    [
      'Organization Name',
      'Save',
      '/admin/settings/organization-name',
      'organizationName',
      ['Gulf Sales', 'Sunrise Sales'],
    ],
    ['Hours until Overdue', 'Save Hours', '/admin/settings', 'overdueHours', ['48', '72']],
  ] as const;
  const said = (now: string) => `Another admin has changed this to “${now}” meanwhile. Saving replaces it.`;

  test.each(settings)(
    '%s: says that a colleague has changed it',
    async (label, save, path, field, [theirs, own]) => {
      for (const hears of [true, false]) {
        const window = await stage.signedIn(stage.people.admin, '/login');
        // Without the live connection, only the server knows of the colleague's change.
        if (!hears) {
          await window.routeWebSocket(/socket\.io/, (socket) => void socket.close());
          await window.route('**/socket.io/**', (route) => route.abort());
        }
        await window.goto('/profile?tab=organization');
        const box = window.getByLabel(label);
        const before = await box.inputValue();
        await box.fill(own);
        const value = field === 'overdueHours' ? Number(theirs) : theirs;
        await colleague('PUT', path, { [field]: value });
        const button = window.getByRole('button', { name: save, exact: true });
        if (!hears) {
          await button.click();
          await window.getByText('This was changed by somebody else meanwhile. Please look again.').waitFor();
        }
        await window.getByText(said(theirs)).waitFor();
        expect(await box.inputValue()).toBe(own);
        await button.click();
        await expect.poll(() => button.isDisabled()).toBe(true);
        await window.getByText(said(theirs)).waitFor({ state: 'detached' });
        await window.reload();
        await expect.poll(() => box.inputValue()).toBe(own);
        await colleague('PUT', path, { [field]: field === 'overdueHours' ? Number(before) : before });
        // It waits for the read model: the next window opens with this value.
        await colleague('GET', '/auth/me');
        await window.context().close();
      }
    },
  );
});
