import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { openStage, type Stage } from './stage.ts';

/** The filters of a postback's form, with many and long values. */
let stage: Stage;
let page: Page;

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LONG_NAME = 'Venkatanarasimharajuvaripeta Subramaniam Krishnamurthy-Iyer';
/** Without a place to break, as trackers send them; they differ at the end only. */
const ONE_WORD = 'click0123456789abcdef'.repeat(4);
const webmasters = ['wm1', LONG_NAME, `${ONE_WORD}1`, `${ONE_WORD}2`];

beforeAll(async () => {
  stage = await openStage({ leads: 1 });
  const made = await callApi(stage.url, stage.people.admin, 'POST', '/postbacks', {
    name: 'Tracker',
    url: 'http://127.0.0.1:9999/in',
    triggerEvents: ['new_lead'],
    filters: { webmasters, countries: ['IN', 'GS', 'VC'] },
  });
  const { postback } = z.object({ postback: z.object({ _id: z.string() }) }).parse(made);
  page = await stage.signedIn(stage.people.admin, `/postbacks/${postback._id}/edit`, DESK);
  await filters().getByRole('button', { name: 'Remove wm1' }).waitFor();
});

const filters = () => page.getByRole('region', { name: 'When it is sent' });
const boxOf = async (element: Locator) =>
  (await element.boundingBox()) ?? expect.unreachable('not on screen');

test('on a phone, checkboxes and the buttons that remove a value are 44 px high and wide', async () => {
  await page.setViewportSize(PHONE);
  const checkboxes = filters()
    .locator('label')
    .filter({ hasNotText: /^(Offers|Webmasters|Countries)$/ });
  const targets = [...(await filters().getByRole('button').all()), ...(await checkboxes.all())];
  expect(targets).toHaveLength(7 + 13);
  for (const target of targets) {
    const { width, height } = await boxOf(target);
    expect(Math.min(width, height), String(target)).toBeGreaterThanOrEqual(44);
  }
});

test('values are shown whole, and lists are side by side only where there is room', async () => {
  const offers = filters().getByRole('combobox', { name: 'Offers' });
  const webmaster = filters().getByRole('combobox', { name: 'Webmasters' });
  for (const [width, isWide] of [
    [1440, true],
    [1024, false],
    [390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const [left, right] = [await boxOf(offers), await boxOf(webmaster)];
    expect(left.y === right.y, `at ${width} px`).toBe(isWide);
    const panel = await boxOf(filters());
    for (const value of webmasters) {
      const name = filters().getByText(value, { exact: true });
      expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      const remove = await boxOf(filters().getByRole('button', { name: `Remove ${value}`, exact: true }));
      expect(remove.x + remove.width).toBeLessThan(panel.x + panel.width);
    }
  }
});

test('a wrong value is marked, and its list is focused and described', async () => {
  const list = filters().getByRole('combobox', { name: 'Countries' });
  await list.fill('Germany');
  await list.press('Enter');
  await page.getByLabel('Description').press('Control+Enter');
  await filters().getByRole('alert').filter({ hasText: 'Must be a 2-letter code' }).waitFor();
  await expect.poll(() => list.evaluate((one) => one === document.activeElement)).toBe(true);
  const described = await list.evaluate((one) =>
    one
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  );
  expect(described).toEqual(['Must be a 2-letter code', '2-letter codes: US, IN.']);
  const border = (value: string) =>
    filters()
      .getByRole('listitem')
      .filter({ hasText: value })
      .evaluate((one) => getComputedStyle(one).borderColor);
  expect(await border('GERMANY')).not.toBe(await border('India'));
});
