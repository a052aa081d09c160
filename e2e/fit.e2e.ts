import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { PASSWORD } from './people.ts';
import { fetchServed } from './served.ts';
import { openStage, type Stage } from './stage.ts';
import { untilRead } from './until-read.ts';
import { visit } from './visit.ts';

/** Long texts and full rows of controls have room, on a desk and on a phone. */
let stage: Stage;
let page: Page;

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const ORDER = 'FIT-0001';
const LONG_NAME = 'Venkatanarasimharajuvaripeta Subramaniam Krishnamurthy-Iyer';
const LONG_OFFER = `Orthovita Joint Capsules, ${'family pack of three bottles, '.repeat(2)}with a massage roller`;
/** An order id and a product without a place to break, as trackers send them. */
const ONE_WORD = 'click0123456789abcdef0123456789abcdef0123456789abcdef';
const LONG_ADDRESS = 'Behind the railway crossing, opposite the old water tank. '.repeat(5).trim();

beforeAll(async () => {
  stage = await openStage({ leads: 30 });
  page = await stage.signedIn(stage.people.admin, '/dashboard', DESK);
  await post('/offers', {
    name: LONG_OFFER,
    category: 'other',
    price: 100,
    stockQuantity: 1_000_000,
    isActive: true,
  });
  await post('/postbacks', {
    name: 'Tracker',
    url: 'http://127.0.0.1:9999/in?order={orderId}&a-long-parameter=with-a-long-value',
    triggerEvents: ['new_lead'],
  });
  await post('/leads', {
    orderId: ORDER,
    fullName: LONG_NAME,
    phone: '+91 98765 43210',
    address: LONG_ADDRESS,
    productName: 'Tea',
    quantity: 1,
    price: 10,
  });
});

/** Creates an entity as the admin; returns the data of the answer. */
async function post(path: string, body: object): Promise<unknown> {
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetchServed(`${stage.url}/api${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return z.object({ data: z.unknown() }).parse(await answer.json()).data;
}

/** Where an element is, in CSS pixels. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  return box ?? expect.unreachable('not on screen');
}
const tops = async (elements: Locator) =>
  Promise.all((await elements.all()).map(async (one) => Math.round((await boxOf(one)).y)));

/** Whether the chosen text of a select is wider than its room. */
const isCut = (select: Locator) =>
  select.evaluate((one: HTMLSelectElement) => {
    const text = document.createElement('canvas').getContext('2d');
    if (!text) throw new Error('No canvas');
    const { font, paddingLeft, paddingRight } = getComputedStyle(one);
    text.font = font;
    const room = one.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return text.measureText(one.selectedOptions[0]?.text ?? '').width > room;
  });

async function openLongLead() {
  await visit(page, `/leads?search=${ORDER}`);
  await page.getByRole('link', { name: ORDER, exact: true }).click();
  await page.getByRole('region', { name: 'Address' }).waitFor();
}

const Created = z.object({ postback: z.object({ _id: z.string() }) });

/** Sends the test of a new postback, whose request is as high as the screen; it fails. */
async function sendLongTest() {
  const { postback } = Created.parse(
    await post('/postbacks', {
      name: 'Tests',
      url: `${stage.url}/no-tracker`,
      triggerEvents: ['new_lead'],
      method: 'POST',
      bodyTemplate: { format: 'json', template: JSON.stringify(Array(60).fill('{{orderId}}'), null, 1) },
    }),
  );
  await visit(page, `/postbacks/${postback._id}/test`);
  await page.getByRole('button', { name: 'Send Test' }).click();
  await page.getByText('Test failed').waitFor();
}

describe('on a desk', () => {
  test('the filters of the leads are in one line', async () => {
    await visit(page, '/leads');
    const selects = page.locator('main select').filter({ hasText: /^All / });
    await expect.poll(() => selects.count()).toBe(8);
    expect(new Set(await tops(selects)).size).toBe(1);
    for (const select of await selects.all()) expect(await isCut(select)).toBe(false);
  });

  test('a long value takes the whole width of its panel, a short one half', async () => {
    await openLongLead();
    const panel = await boxOf(page.getByRole('region', { name: 'Address' }));
    const factOf = (text: string) => page.getByRole('definition').filter({ hasText: text });
    expect((await boxOf(factOf(LONG_ADDRESS))).width).toBeGreaterThan(panel.width * 0.8);
    expect((await boxOf(factOf(LONG_NAME))).width).toBeLessThan(panel.width / 2);
  });

  test('a long title leaves the buttons beside it', async () => {
    await visit(page, '/offers');
    await page.getByText(LONG_OFFER).first().waitFor();
    const offer = page.getByRole('row').filter({ hasText: LONG_OFFER }).getByRole('link').first();
    await visit(page, (await offer.getAttribute('href')) ?? '');
    await page.getByRole('tab', { name: 'Analytics' }).waitFor();
    const [title, edit] = await Promise.all([
      boxOf(page.getByRole('heading', { level: 1, name: LONG_OFFER })),
      boxOf(page.getByRole('link', { name: 'Edit', exact: true })),
    ]);
    expect(edit.y).toBeLessThan(title.y + title.height);
    expect(edit.x).toBeGreaterThan(title.x + title.width);
  });

  test('the head above a long request stays at the edge of the page, which shows nothing above it', async () => {
    await sendLongTest();
    const request = page.getByRole('region', { name: 'Request', exact: true });
    const topOf = async (one: Locator) => (await boxOf(one)).y;
    const edge = await topOf(page.getByRole('main'));
    await expect.poll(() => topOf(request)).toBeLessThan(edge);
    expect(await topOf(request.locator('div').first())).toBe(edge);
  });

  test('the button to add a first comment is in line with the text above it', async () => {
    await visit(page, `/leads?search=${ORDER}`);
    const [text, icon] = await Promise.all([
      boxOf(page.getByText('No comments', { exact: true })),
      boxOf(page.getByRole('button', { name: /^Add Comment/ }).locator('svg')),
    ]);
    expect(Math.abs(text.x - icon.x)).toBeLessThanOrEqual(1);
  });
});

describe('the options of a choice', () => {
  const lead = `/leads?search=${ORDER}`;
  afterAll(() => page.setViewportSize(DESK));

  test.each([
    ['desk', DESK],
    ['phone', PHONE],
  ])('have their padding on a %s', async (_, size) => {
    await page.setViewportSize(size);
    await openLongLead();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expectPadding(page.getByRole('radiogroup').filter({ hasText: 'Comments' }));

    await visit(page, lead);
    await expectPadding(page.getByRole('radiogroup', { name: 'Search by' }));
    await page.getByRole('checkbox', { name: `Select order ${ORDER}` }).check();
    await page.getByRole('button', { name: 'Bulk Assign' }).click();
    await expectPadding(page.getByRole('radiogroup', { name: 'Assign to' }));
    await page.keyboard.press('Escape');
  });

  async function expectPadding(choice: Locator) {
    await choice.waitFor();
    const texts = await choice.locator('label > span:first-of-type').all();
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) {
      const [inner, outer] = await Promise.all([boxOf(text), boxOf(text.locator('xpath=..'))]);
      expect(outer.width - inner.width, `${await text.textContent()}`).toBeGreaterThanOrEqual(15);
    }
  }
});

describe('on a phone', () => {
  beforeAll(() => page.setViewportSize(PHONE));

  test('a control in the heading of a panel does not touch its lines', async () => {
    await openLongLead();
    await page.getByRole('tab', { name: 'Activity' }).click();
    const choice = page.getByRole('radiogroup').filter({ hasText: 'Comments' });
    const [control, head] = await Promise.all([boxOf(choice), boxOf(choice.locator('xpath=..'))]);
    expect(control.y - head.y).toBeGreaterThanOrEqual(3);
    expect(head.y + head.height - control.y - control.height).toBeGreaterThanOrEqual(3);
  });

  test('the result of a postback test and the button above it that sends the test are on the screen', async () => {
    await sendLongTest();
    const result = page.getByText('Test failed');
    await expect
      .poll(() => result.evaluate((text) => text.getBoundingClientRect().top))
      .toBeLessThan(PHONE.height);
    const isUncovered = (button: Element) => {
      const { left, top } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + 8, top + 8));
    };
    const send = page.getByRole('button', { name: 'Send Test' });
    await expect.poll(() => send.evaluate(isUncovered)).toBe(true);
  });

  test.each(['/approvals', '/leads'])('the chosen text of a filter is not cut on %s', async (path) => {
    await visit(page, path);
    const filters = page.getByRole('button', { name: 'Filters', exact: true });
    if (path === '/leads') await filters.click();
    const product = page.getByRole('combobox', { name: /^Product/ });
    await product.selectOption('Black Seed Oil (زيت الحبة السوداء)');
    await page.waitForURL(/product=/);
    // The page follows its URL a moment later.
    await expect.poll(() => isCut(product)).toBe(false);
  });

  test('text inputs, selects and the buttons beside them are 44 px high', async () => {
    for (const path of ['/leads', '/leads/new', '/postbacks/new', '/profile']) {
      await visit(page, path);
      const controls = page.locator(
        'main :is(select, input:not([type=checkbox], [type=radio], [type=file]))',
      );
      await controls.first().waitFor();
      for (const control of await controls.filter({ visible: true }).all())
        expect((await boxOf(control)).height, `${path}: ${control}`).toBe(44);
    }
    expect((await boxOf(page.getByRole('button', { name: 'Save Changes' }))).height).toBe(44);
  });

  test('the choice of a body fits a window of 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await visit(page, '/postbacks/new');
    const choice = page.getByRole('radiogroup').filter({ hasText: 'Form template' });
    const { x, width } = await boxOf(choice);
    expect(x + width).toBeLessThanOrEqual(320);
    expect(await choice.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const isWider = (main: HTMLElement) => main.scrollWidth > main.clientWidth;
    expect(await page.locator('main').evaluate(isWider)).toBe(false);
    await page.setViewportSize(PHONE);
  });

  test('a long word breaks in a card and in the title of a page, and a long name covers no status', async () => {
    const { user } = z.object({ user: z.object({ _id: z.string() }) }).parse(
      await post('/users', {
        username: 'fit.operator',
        fullName: LONG_NAME,
        email: 'fit.operator@example.test',
        password: 'fit-password',
      }),
    );
    const lead = {
      fullName: 'Ravi',
      phone: '+91 98765 43211',
      productName: ONE_WORD,
      quantity: 1,
      price: 10,
    };
    const created = z
      .object({ lead: z.object({ _id: z.string() }) })
      .parse(await post('/leads', { ...lead, orderId: ONE_WORD }));
    await post(`/leads/${created.lead._id}/assign`, { operatorId: user._id });
    const tooWide = () => page.locator('main').evaluate((one) => one.scrollWidth - one.clientWidth);

    await visit(page, `/leads?search=${ONE_WORD}`);
    const operator = page.getByRole('button', { name: LONG_NAME });
    await operator.waitFor();
    expect(await tooWide()).toBe(0);
    const status = await boxOf(page.getByRole('button', { name: /^Processing: / }));
    expect(status.x + status.width).toBeLessThanOrEqual((await boxOf(operator)).x);

    await visit(page, `/leads/${created.lead._id}`);
    await page.getByRole('heading', { level: 1, name: ONE_WORD }).waitFor();
    expect(await tooWide()).toBe(0);
  });

  test('an offer of the upload has its whole name', async () => {
    await visit(page, '/upload-leads');
    const name = page.getByText(LONG_OFFER);
    await name.waitFor();
    expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect((await boxOf(name)).width).toBeGreaterThan(250);
  });

  test('a dialog hints at no key', async () => {
    await visit(page, '/approvals');
    await page
      .getByRole('button', { name: /^Reject/ })
      .first()
      .click();
    await page.getByRole('dialog').getByLabel('Admin Notes').waitFor();
    expect(await page.getByText('Ctrl Enter').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('a name without spaces is broken, and makes no page or menu wider', async () => {
    const fullName = 'Venkatanarasimharajuvaripeta'.repeat(3);
    const email = `${fullName.slice(0, 60)}@example.com`.toLowerCase();
    const account = { username: 'long.name', fullName, email, role: 'admin' };
    await post('/users', { ...account, password: PASSWORD, confirmPassword: PASSWORD });
    // A sign-in finds accounts in the read model.
    await untilRead(inject('product').databaseUrl);
    const own = await stage.signedIn(email, '/dashboard', PHONE);
    await own.getByText(`Welcome, ${fullName}`).waitFor();
    const main = own.getByRole('main');
    expect(await main.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);

    await own.getByRole('button', { name: /^User menu of/ }).click();
    const menu = await boxOf(own.getByRole('menu'));
    expect(menu.x + menu.width).toBeLessThanOrEqual(PHONE.width);
    expect(await own.getByRole('menu').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  test('a table that is wider than its panel shows a shadow at its edge', async () => {
    await visit(page, '/dashboard');
    const scrolled = page.getByRole('region', { name: /^Top performers/ }).locator('div:has(> table)');
    const wide = () => scrolled.evaluate((one) => one.scrollWidth > one.clientWidth);
    await expect.poll(wide).toBe(true);
    const attached = await scrolled.evaluate((one) => getComputedStyle(one).backgroundAttachment);
    expect(attached).toBe('local, local, scroll, scroll');
  });
});
