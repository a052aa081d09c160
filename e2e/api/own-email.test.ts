import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { login } from '@crm/contracts/auth/auth.ts';
import { createUser, getUser, updateProfile, updateUser } from '@crm/contracts/users/users.ts';
import { expect, test, vi } from 'vitest';
import { sharedProduct } from './product.ts';
import { operatorForm } from './samples.ts';

/** A stolen session must not become the account by a change of its email. */
const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const outbox = path.join(product.dataDir, 'outbox');

/** Creates an operator and signs in as them. */
async function newOperator(word: string) {
  const form = operatorForm(word);
  const { _id: id } = (await admin.ask(createUser, { body: form })).data.user;
  await admin.ask(getUser, { params: { id } });
  const { email, fullName, password } = form;
  const person = await product.signIn(email, password);
  const update = (changes: { email?: string; currentPassword?: string }, key?: string) =>
    person.call(updateProfile, {
      params: { id },
      body: { fullName, email, ...changes },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  return { id, email, fullName, password, update };
}

/** The notices that were mailed to an address. */
const noticesTo = (address: string) =>
  (existsSync(outbox) ? readdirSync(outbox) : [])
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
    .filter(
      (mail) => mail.includes(`To: ${address}\r\n`) && mail.includes('The email of your account was changed'),
    );

const signsIn = async (email: string, password: string) =>
  (await product.anybody.call(login, { body: { email, password } })).status === 200;

test('needs the current password; the former address gets a notice', async () => {
  const { email, fullName, password, update } = await newOperator('own-email-renamed');
  expect((await update({})).status).toBe(200);
  const changed = `new-${email}`;
  for (const [currentPassword, text] of [
    [undefined, 'Current password is required'],
    ['', 'Current password is required'],
    ['not mine', 'Current password is incorrect'],
  ] as const)
    expect(
      await update({ email: changed, ...(currentPassword !== undefined && { currentPassword }) }),
    ).toMatchObject({ status: 400, errors: { currentPassword: text } });
  expect(await signsIn(email, password)).toBe(true);

  expect((await update({ email: changed, currentPassword: password })).status).toBe(200);
  expect(await signsIn(changed, password)).toBe(true);
  await vi.waitFor(() => expect(noticesTo(email)).toHaveLength(1), { interval: 50 });
  const [notice = ''] = noticesTo(email);
  expect(notice).toContain(`Changed by: ${fullName}`);
  expect(notice).not.toContain(changed);
});

test('limits guesses like sign-in, also beside repeats of an edit that was accepted', async () => {
  const { email, password, update } = await newOperator('own-email-guessed');
  expect((await update({}, 'own-edit')).status).toBe(200);
  for (let guess = 0; guess < 10; guess += 1)
    expect((await update({ currentPassword: `guess ${guess}` }, 'own-edit')).status).toBe(400);
  expect(await update({ email: `new-${email}`, currentPassword: password })).toMatchObject({
    status: 429,
    code: 'too-many-logins',
  });
});

test('the user form changes the email and password of others, not the own ones', async () => {
  const own = (body: { email?: string; password?: string }) =>
    admin.call(updateUser, { params: { id: admin.id }, body });
  for (const [body, errors] of [
    [{ email: 'elsewhere@demo.test' }, { email: 'Change your own email in Account Settings' }],
    [{ password: 'a new password' }, { password: 'Change your own password in Account Settings' }],
  ] as const)
    expect(await own(body)).toMatchObject({ status: 400, errors });
  expect((await own({ email: product.people.admin, password: '' })).status).toBe(200);

  const { id, email } = await newOperator('own-email-corrected');
  await admin.ask(updateUser, { params: { id }, body: { email: `new-${email}` } });
  await vi.waitFor(() => expect(noticesTo(email)).toHaveLength(1), { interval: 50 });
  const { fullName } = (await admin.ask(getUser, { params: { id: admin.id } })).data.user;
  expect(noticesTo(email)[0]).toContain(`Changed by: ${fullName}`);
});
