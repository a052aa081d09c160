import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { SUPER } from './people.ts';
import { openSink } from './sink.ts';
import { openStage, type Stage } from './stage.ts';

/** Pages that name a record of another list (`mentions` of their queries) show its new name by themselves. */
let stage: Stage;
let sink: Awaited<ReturnType<typeof openSink>>;
let leadId: string;
let operatorId: string;
let postbackId: string;

const Row = z.object({ _id: z.string() });
const Created = z.object({ data: z.object({ lead: Row }) });
const Me = z.object({ user: Row });
const NewPostback = z.object({ postback: Row });

const admin = (method: 'POST' | 'PUT', path: string, body: object) =>
  callApi(stage.url, stage.people.admin, method, path, body);
const operator = (path: string, body: object) =>
  callApi(stage.url, stage.people.operator, 'POST', path, body);

/** A lead whose operator has called and works on it, and a delivery about it. */
beforeAll(async () => {
  sink = await openSink();
  stage = await openStage({ leads: 0 });
  const form = { name: 'Keitaro', url: sink.url, triggerEvents: ['new_lead'] };
  postbackId = NewPostback.parse(await admin('POST', '/postbacks', form)).postback._id;
  operatorId = Me.parse(await callApi(stage.url, stage.people.operator, 'GET', '/auth/me')).user._id;
  const created = await stage.postLead({ orderId: 'NAMED-1', fullName: 'Meera Nair' });
  leadId = Created.parse(await created.json()).data.lead._id;
  await admin('POST', `/leads/${leadId}/assign`, { operatorId });
  await operator(`/operator/leads/${leadId}/comment`, { content: 'Calls back' });
  await operator('/operator/work-queue/take', { leadIds: [leadId] });
});

afterAll(() => sink?.close());

/**
 * Opens each path in its own tab, and waits until it shows the first name and then each further one. The second one may come with
 * the read that follows a page's first connection; the third one comes by a hint.
 */
async function expectNewName(
  user: string,
  paths: readonly string[],
  names: readonly string[],
  rename: (name: string) => Promise<unknown>,
) {
  const first = await stage.signedIn(user, paths[0] ?? '/');
  const pages: Page[] = [first];
  for (const path of paths.slice(1)) {
    const page = await first.context().newPage();
    await page.goto(path);
    pages.push(page);
  }
  const shows = (page: Page, name: string) => {
    const main = page.getByRole('main');
    return main.getByText(name).or(main.getByTitle(name)).filter({ visible: true }).first().waitFor();
  };
  for (const [n, name] of names.entries()) {
    if (n > 0) await rename(name);
    for (const page of pages) await shows(page, name);
  }
  await first.context().close();
}

test('the new name of an operator', async () => {
  await expectNewName(
    stage.people.admin,
    ['/leads', `/leads/${leadId}`],
    ['Rohit Verma', 'Rohit Malhotra', 'Rohit Sen'],
    (fullName) => admin('PUT', `/users/${operatorId}`, { fullName }),
  );
});

test('the new name of a customer', async () => {
  await expectNewName(
    stage.people.admin,
    [`/postbacks/${postbackId}/logs`, `/users/${operatorId}?tab=activity`, '/work'],
    ['Meera Nair', 'Meera Iyer', 'Meera Das'],
    (fullName) => admin('PUT', `/leads/${leadId}`, { fullName }),
  );
});

test('the new name of an organisation', async () => {
  await expectNewName(
    SUPER,
    [`/subscription-management?search=${stage.people.admin}`],
    [stage.people.admin, 'Meera Sales', 'Sales of Meera'],
    (organizationName) => admin('PUT', '/admin/settings/organization-name', { organizationName }),
  );
});
