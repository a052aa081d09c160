import { randomUUID } from 'node:crypto';
import { changePassword, login } from '@crm/contracts/auth/auth.ts';
import type { Sent } from '@crm/contracts/endpoint.ts';
import { createPostback, updatePostback } from '@crm/contracts/postbacks/postbacks.ts';
import { createUser, updateUser } from '@crm/contracts/users/users.ts';
import { describe, expect, test } from 'vitest';
import { sharedProduct } from './product.ts';
import { operatorForm, postbackForm } from './samples.ts';

/** Secrets are in no event and in no hash of a request, so the commands compare them. */
const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);

const newKey = () => ({ 'idempotency-key': randomUUID() });
const passwordOf = (password: string) => ({ password, confirmPassword: password });
const signsIn = async (email: string, password: string) =>
  (await product.anybody.call(login, { body: { email, password } })).status === 200;

const [first, second] = ['the first of them 1', 'the second of them 2'];
const reused = { status: 422, code: 'key-reused' };

describe('a repeat under one Idempotency-Key with another password is refused', () => {
  test('of a creation and an edit of a user', async () => {
    const form = operatorForm('repeated-password');
    const created = newKey();
    const create = (more: object) => admin.call(createUser, { body: { ...form, ...more }, headers: created });
    const user = await create(passwordOf(first));
    expect([user.status, user.text]).toEqual([201, (await create(passwordOf(first))).text]);
    expect(await create(passwordOf(second))).toMatchObject(reused);
    expect(await create({ password: undefined, confirmPassword: undefined })).toMatchObject(reused);
    expect(await signsIn(form.email, first)).toBe(true);

    const id = createUser.data.parse(user.data).user._id;
    const edited = newKey();
    const edit = (password: string) =>
      admin.call(updateUser, { params: { id }, body: passwordOf(password), headers: edited });
    expect((await edit(second)).status).toBe(200);
    expect(await edit(first)).toMatchObject(reused);
    expect((await edit(second)).status).toBe(200);
    expect(await signsIn(form.email, second)).toBe(true);

    const renamed = newKey();
    const rename = (more: object) =>
      admin.call(updateUser, { params: { id }, body: { fullName: 'Asha Rao', ...more }, headers: renamed });
    expect((await rename({})).status).toBe(200);
    expect(await rename(passwordOf(first))).toMatchObject(reused);
    expect(await signsIn(form.email, second)).toBe(true);
  });

  test('of a change of the own password', async () => {
    const form = operatorForm('own-repeated-password');
    await admin.ask(createUser, { body: form });
    const person = await product.signIn(form.email, form.password);
    const headers = newKey();
    const change = (newPassword: string) =>
      person.call(changePassword, {
        body: { currentPassword: form.password, newPassword, confirmPassword: newPassword },
        headers,
      });
    expect((await change(first)).status).toBe(200);
    expect(await change(second)).toMatchObject(reused);
    expect((await change(first)).status).toBe(200);
  });
});

type Form = Partial<Sent<typeof createPostback, 'body'>>;

test.each<[string, (value: string) => Form]>([
  ['secret header', (value) => ({ headers: [{ key: 'X-Token', value }] })],
  ['other header', (value) => ({ headers: [{ key: 'X-Source', value }] })],
  ['token', (token) => ({ authentication: { type: 'bearer', token } })],
])('a repeat with another %s of a postback is refused', async (_, formOf) => {
  const url = 'https://partner.example/in';
  const created = newKey();
  const create = (value: string) =>
    admin.call(createPostback, { body: postbackForm(url, formOf(value)), headers: created });
  const postback = await create('one');
  expect([postback.status, postback.text]).toEqual([201, (await create('one')).text]);
  expect(await create('two')).toMatchObject(reused);

  const params = { id: createPostback.data.parse(postback.data).postback._id };
  const edited = newKey();
  const edit = (value: string) =>
    admin.call(updatePostback, { params, body: formOf(value), headers: edited });
  expect((await edit('two')).status).toBe(200);
  expect(await edit('three')).toMatchObject(reused);
  expect((await edit('two')).status).toBe(200);
});
