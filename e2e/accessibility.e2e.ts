import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { axeIn, cutAt640, movingElements, tooSmall } from './accessibility/checks.ts';
import { keyboardWalk } from './accessibility/keyboard-walk.ts';
import { callApi, idsOf, makeRecords } from './accessibility/records.ts';
import { type Ids, type Screen, screens } from './accessibility/screens.ts';
import { backgroundOf, DARK, LIGHT } from './background.ts';
import { nextFrames } from './next-frames.ts';
import { SUPER } from './people.ts';
import { settled } from './settled.ts';
import { openStage, type Stage } from './stage.ts';
import { visit } from './visit.ts';

/**
 * axe in light and dark, the tab key alone, 200 % zoom, the size of controls and reduced motion, on every page and every
 * dialog of the list in screens.ts.
 */
let stage: Stage;
let ids: Ids;
const windows = new Map<Screen['as'], Page>();

const DESK = { width: 1280, height: 900 };
/** The same window at 200 % zoom, which has the layout of phones. */
const ZOOMED = { width: 640, height: 450 };
const DIALOG = '[role=dialog], [role=alertdialog]';
const OPEN = `${DIALOG}, [role=menu], [role=listbox]`;

beforeAll(async () => {
  stage = await openStage({ leads: 12 });
  const before = await stage.signedIn(stage.people.admin, '/dashboard', DESK);
  await makeRecords(before, stage);
  await before.close();
  const admin = await stage.signedIn(stage.people.admin, '/dashboard', DESK);
  windows.set('admin', admin);
  windows.set('operator', await stage.signedIn(stage.people.operator, '/dashboard', DESK));
  windows.set('super admin', await stage.signedIn(SUPER, '/dashboard', DESK));
  windows.set('visitor', await stage.openWindow(DESK));
  // The operator's work queue has her leads.
  await callApi(admin, 'PUT', '/admin/settings', { takingAllowed: true });
  const first = async (path: string) => (await idsOf(admin, path))[0] ?? '';
  ids = {
    lead: await first('/leads'),
    user: await first('/users?role=operator'),
    offer: await first('/offers'),
    postback: await first('/postbacks'),
    batch: await first('/batches'),
    admin: stage.people.admin,
  };
});

/** Expects that at 200 % zoom nothing of the parts is cut, and that each control is large enough. */
async function expectToFit(page: Page, parts: string, name: string) {
  await page.setViewportSize(ZOOMED);
  // The layout of phones replaces that of desks in the next frame; lists and charts follow some frames later.
  await nextFrames(page);
  await settled(page);
  await expect
    .poll(async () => [...(await cutAt640(page, parts)), ...(await tooSmall(page, parts))], {
      message: `${name} at 200 % zoom`,
    })
    .toEqual([]);
  await page.setViewportSize(DESK);
}

test('a page follows the browser between light and dark', async () => {
  const page = windows.get('visitor') ?? expect.unreachable();
  await page.goto('/login');
  for (const [colorScheme, background] of [
    ['dark', DARK],
    ['light', LIGHT],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => backgroundOf(page)).toBe(background);
  }
});

test("a chosen mode stays when the browser's changes", async () => {
  const page = windows.get('visitor') ?? expect.unreachable();
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('mode', 'dark'));
  await page.reload();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await backgroundOf(page)).toBe(DARK);
  }
  await page.evaluate(() => localStorage.removeItem('mode'));
});

test('with reduced motion, a change of colours starts no transition', async () => {
  const page = windows.get('visitor') ?? expect.unreachable();
  await page.goto('/login');
  const started = await page.evaluateHandle(() => {
    const found: string[] = [];
    document.addEventListener('transitionrun', ({ propertyName }) => found.push(propertyName));
    return found;
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => backgroundOf(page)).toBe(DARK);
  // The events of this change come with the next frame.
  await nextFrames(page);
  expect(await started.jsonValue()).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
});

test.each(screens)(
  '$name: no violations in light and dark, works by keyboard, fits at 200 % zoom with controls that a finger meets',
  async (screen) => {
    const page = windows.get(screen.as) ?? expect.unreachable();
    // Off the buttons: a tooltip, which is outside all landmarks, would open during the checks of a busy machine.
    await page.mouse.move(0, 0);
    await visit(page, screen.path(ids));
    await settled(page);
    const found = [
      ...(await axeIn(page, 'html')),
      ...(await movingElements(page)).map((line) => `moves: ${line}`),
    ];
    for (const { name, open, close } of screen.dialogs ?? []) {
      await open(page);
      await page.locator(OPEN).first().waitFor();
      await expect.poll(() => page.locator(`:is(${OPEN}) .animate-pulse`).count()).toBe(0);
      found.push(...(await axeIn(page, OPEN)).map((line) => `${name}: ${line}`));
      found.push(...(await keyboardWalk(page, DIALOG)).map((line) => `${name}: ${line}`));
      await expectToFit(page, OPEN, name);
      await (close ? close(page) : page.keyboard.press('Escape'));
      await page.locator(OPEN).first().waitFor({ state: 'hidden' });
    }
    found.push(...(await keyboardWalk(page, 'html')));
    await expectToFit(page, 'html, main', screen.name);
    expect(found, `${screen.name}: ${found.join('; ')}`).toEqual([]);
  },
);

test('toasts, which another window may cause, are reached by the tab key and have no violations', async () => {
  const page = windows.get('admin') ?? expect.unreachable();
  await visit(page, '/users');
  await settled(page);
  const own = page.getByRole('row').filter({ hasText: stage.people.admin });
  await own.getByRole('link').first().focus();
  // Own accounts cannot be deleted here: two messages say so.
  for (const key of ['#', '#']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Close toast' }).nth(1).waitFor();
  await own.getByRole('link').first().blur();
  expect([...(await keyboardWalk(page, 'html')), ...(await axeIn(page, 'html'))]).toEqual([]);
});
