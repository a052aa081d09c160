import { demoUsername } from '@crm/command-api/demo/seed.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { hold } from './hold.ts';
import { fillSignIn } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { tryAgain } from './try-again.ts';
import { untilRead } from './until-read.ts';

/** Account Settings: the user's own account, and the settings of the organisation. */
let stage: Stage;
let admin: Page;
let operator: Page;

beforeAll(async () => {
  stage = await openStage({ leads: 5 });
  admin = await stage.signedIn(stage.people.admin, '/dashboard');
  operator = await stage.signedIn(stage.people.operator, '/dashboard');
});

const ME = /\/api\/auth\/me$/;
const toast = (text: string) => admin.getByText(text).first().waitFor();
const colourOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'));

test('the header menu links to it; operators see only their own account', async () => {
  await operator.getByRole('button', { name: /^User menu/ }).click();
  await operator.getByRole('menuitem', { name: 'Account Settings' }).click();
  await operator.getByLabel('Phone').fill('+91 98765 43210');
  await operator.getByRole('button', { name: 'Save Changes' }).click();
  await operator.getByText('Profile updated successfully').waitFor();
  await operator.getByRole('heading', { name: 'Change Password' }).waitFor();
  expect(await operator.getByRole('tab').count()).toBe(0);
  await admin.getByRole('button', { name: /^User menu/ }).click();
  await admin.getByRole('menuitem', { name: 'Account Settings' }).click();
  await admin.getByRole('heading', { name: 'Account Settings' }).waitFor();
});

describe('the profile', () => {
  test('shows the role, read-only, and the permission', async () => {
    expect(await admin.getByLabel('Role').inputValue()).toBe('Admin');
    expect(await admin.getByLabel('Role').isEditable()).toBe(false);
    await admin.getByText('Can view all operator leads').waitFor();
  });

  test('shows errors of missing fields with its own texts', async () => {
    for (const label of ['Username', 'Full Name', 'Email']) await admin.getByLabel(label).fill('');
    await admin.getByLabel('Phone').fill('call me');
    await admin.getByRole('button', { name: 'Save Changes' }).click();
    for (const text of ['Username is required', 'Full name is required', 'Email is required'])
      await admin.getByText(text).waitFor();
    await admin.getByText('Phone number is invalid').waitFor();
  });

  test('a taken name shows the error of the server beside its field', async () => {
    await admin.getByLabel('Username').fill(demoUsername(stage.people.operator));
    await admin.getByLabel('Full Name').fill('Ananya Iyer');
    await admin.getByLabel('Email').fill(stage.people.admin);
    await admin.getByLabel('Phone').fill('');
    await admin.getByRole('button', { name: 'Save Changes' }).click();
    await admin.getByText('This username is already in use').waitFor();
  });

  test('asks about unsaved changes, also on a change of tabs', async () => {
    await admin.getByRole('tab', { name: 'Organization Settings' }).click();
    const question = admin.getByRole('alertdialog');
    await question.getByText('Discard changes?').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => admin.evaluate(() => document.activeElement?.role)).toBe('tab');
    expect(await admin.getByLabel('Username').inputValue()).toBe(demoUsername(stage.people.operator));
  });

  test('is saved, and the header shows the new name without a reload', async () => {
    await admin.getByLabel('Username').fill('ananya');
    await admin.getByLabel('Full Name').fill('Ananya Menon');
    await admin.getByRole('button', { name: 'Save Changes' }).click();
    await toast('Profile updated successfully');
    await admin.getByRole('button', { name: 'User menu of Ananya Menon' }).waitFor();
    expect(await admin.getByLabel('Username').inputValue()).toBe('ananya');
    expect(await admin.getByRole('button', { name: 'Save Changes' }).isDisabled()).toBe(true);
  });

  test('a new email needs the current password, which is asked for only then', async () => {
    const profile = admin.getByRole('region', { name: 'Profile', exact: true });
    const email = profile.getByLabel('Email');
    const password = profile.getByLabel('Current Password');
    const save = profile.getByRole('button', { name: 'Save Changes' });
    expect(await password.count()).toBe(0);
    await email.fill(`new-${stage.people.admin}`);
    await save.click();
    await profile.getByText('Current password is required').waitFor();
    await password.fill('x');
    await save.click();
    await profile.getByText('Current password is incorrect').waitFor();
    await email.fill(stage.people.admin);
    await password.waitFor({ state: 'detached' });
    expect(await save.isDisabled()).toBe(true);

    for (const next of [`new-${stage.people.admin}`, stage.people.admin]) {
      await email.fill(next);
      expect(await password.inputValue()).toBe('');
      await password.fill('demo-password');
      await save.click();
      await password.waitFor({ state: 'detached' });
      expect(await email.inputValue()).toBe(next);
      expect(await save.isDisabled()).toBe(true);
    }
  });
});

test('sessions are listed live, and ended one by one or all at once', async () => {
  const panel = admin.getByRole('region', { name: 'Sessions' });
  const others = panel.getByRole('button', { name: /^Sign out (?!all)/ });
  await panel.getByText('This device').waitFor();
  // The email was changed back: a sign-in finds it in the read model.
  await untilRead(inject('product').databaseUrl);
  const elsewhere = await stage.signedIn(stage.people.admin, '/dashboard');
  await expect.poll(() => others.count()).toBeGreaterThan(0);
  await panel.getByRole('button', { name: 'Sign Out All Others' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Sign Out All Others' }).click();
  await toast('All other sessions ended');
  await elsewhere.waitForURL('**/login*');
  await expect.poll(() => others.count()).toBe(0);
  await fillSignIn(elsewhere, stage.people.admin, 'demo-password');
  await elsewhere.waitForURL('**/dashboard');
  await others.first().click();
  await toast('Session ended');
  await elsewhere.waitForURL('**/login*');
  await elsewhere.context().close();
});

describe('the password', () => {
  const change = async (current: string, next: string, confirm = next) => {
    await admin.getByLabel('Current Password').fill(current);
    await admin.getByLabel('New Password', { exact: false }).first().fill(next);
    await admin.getByLabel('Confirm New Password').fill(confirm);
    await admin.getByRole('button', { name: 'Change Password' }).click();
  };

  test('is validated before it is changed', async () => {
    await admin.getByRole('button', { name: 'Change Password' }).click();
    await admin.getByText('Current password is required').waitFor();
    await admin.getByText('New password is required').waitFor();
    await change('x', 'short');
    await admin.getByText('Password must be at least 8 characters').waitFor();
    await change('x', 'long enough', 'long enoug');
    await admin.getByText('Passwords do not match').waitFor();
    await change('x', 'long enough');
    await admin.getByText('Current password is incorrect').waitFor();
  });

  test('is changed: other sessions end, this one stays, and the new password works', async () => {
    const elsewhere = await stage.signedIn(stage.people.admin, '/dashboard');
    await change('demo-password', 'another-password');
    await toast('Password changed successfully');
    await elsewhere.waitForURL('**/login*');
    await fillSignIn(elsewhere, stage.people.admin, 'demo-password');
    await elsewhere.getByText('Invalid email or password.').waitFor();
    await fillSignIn(elsewhere, stage.people.admin, 'another-password');
    await elsewhere.waitForURL('**/dashboard');
    await elsewhere.context().close();
    await admin.reload();
    await admin.getByRole('heading', { name: 'Account Settings' }).waitFor();
  });
});

describe('the organisation', () => {
  test('needs a name; a new name appears on all screens without a reload', async () => {
    await admin.getByRole('tab', { name: 'Organization Settings' }).click();
    await admin.getByText('Only administrators can change these').waitFor();
    const save = admin.getByRole('button', { name: 'Save', exact: true });
    await admin.getByLabel('Organization Name').fill('  ');
    expect(await save.isDisabled()).toBe(true);
    await admin.getByLabel('Organization Name').fill('Demo & Daughters');
    await save.click();
    await toast('Organization name updated successfully');
    for (const page of [admin, operator]) await page.getByText('Demo & Daughters').waitFor();
  });

  test('asks once about the unsaved changes of all its forms', async () => {
    const name = admin.getByLabel('Organization Name');
    const question = admin.getByRole('alertdialog', { name: 'Discard changes?' });
    await name.fill('Demo & Sons');
    await admin.getByRole('tab', { name: 'Profile' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await name.inputValue()).toBe('Demo & Sons');
    await admin.getByLabel('Hours until Overdue').fill('5');
    await admin.getByRole('tab', { name: 'Profile' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await admin.getByLabel('Username').waitFor();
    await admin.getByRole('tab', { name: 'Organization Settings' }).click();
    await expect.poll(() => name.inputValue()).toBe('Demo & Daughters');
  });

  test('a preset changes the colour of every screen', async () => {
    await admin.getByRole('radio', { name: 'Teal' }).click();
    await toast('Theme color updated successfully');
    await expect.poll(() => colourOf(admin)).toBe('#14b8a6');
    await expect.poll(() => colourOf(operator)).toBe('#14b8a6');
    await admin.reload();
    await admin.getByRole('radio', { name: 'Teal', checked: true }).waitFor();
    expect(await colourOf(admin)).toBe('#14b8a6');
  });

  test('a custom colour must have six digits and differ from the current one', async () => {
    const field = admin.getByLabel('Custom Color');
    const apply = admin.getByRole('button', { name: 'Apply' });
    expect(await apply.isDisabled()).toBe(true);
    await field.fill('#14B8A6');
    expect(await apply.isDisabled()).toBe(true);
    await field.fill('#12');
    await admin.getByText('Must be a color like #6366f1').waitFor();
    expect(await apply.isDisabled()).toBe(true);
    await field.fill('#0b3d91');
    await apply.click();
    await expect.poll(() => colourOf(operator)).toBe('#0b3d91');
    expect(await field.inputValue()).toBe('#0b3d91');
  });

  test('a colour that cannot be saved is shown at once and rolled back', async () => {
    let answer = () => {};
    const requested = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await admin.route('**/api/admin/update-theme', async (route) => {
      await requested;
      await route.fulfill({ status: 500, json: { success: false } });
    });
    await admin.getByRole('radio', { name: 'Red' }).click();
    await expect.poll(() => colourOf(admin)).not.toBe('#0b3d91');
    answer();
    await toast('Failed to update theme color');
    await expect.poll(() => colourOf(admin)).toBe('#0b3d91');
    await admin.unroute('**/api/admin/update-theme');
  });

  test('status changes of operators take effect at once when the admin enables it', async () => {
    // A busy server answers from before the save at first; the choice stays on the screen meanwhile.
    const answerNow = await hold(admin, ME);
    let reads = 0;
    await admin.route(ME, async (route) => {
      reads += 1;
      if (reads > 1) return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(/("autoLeadStatusApprove"):true/, '$1:false');
      // Without a position.
      await route.fulfill({ body, headers: { 'content-type': 'application/json', 'x-stale': 'true' } });
    });
    const box = admin.getByLabel('Auto Lead Status Approve');
    await box.check();
    await toast('Auto lead status approve updated successfully');
    await expect.poll(() => reads).toBeGreaterThan(1);
    expect(await box.isChecked()).toBe(true);
    answerNow();
    // A page that is loaded anew does not read from before the save either.
    const [asked] = await Promise.all([admin.waitForRequest(ME), admin.reload()]);
    expect(asked.headers()).toHaveProperty('x-min-position');
    await box.waitFor();
    expect(await box.isChecked()).toBe(true);
    await admin.unrouteAll({ behavior: 'wait' });
  });
});

test('the currency of the organisation is the one that a new lead and a new offer start with', async () => {
  await admin.goto('/profile?tab=organization');
  await admin.getByLabel('Default Currency').selectOption('AED');
  await toast('Currency updated successfully');
  for (const path of ['/leads/new', '/offers/new']) {
    await admin.goto(path);
    await expect.poll(() => admin.getByLabel('Currency').inputValue()).toBe('AED');
  }
});

test('time zone, overdue hours and taking of leads are saved', async () => {
  await admin.goto('/profile?tab=organization');
  await admin.getByLabel('Time Zone of the Organization').selectOption('America/Sao_Paulo');
  await toast('Time zone updated successfully');
  await admin.getByLabel('Hours until Overdue').fill('721');
  await admin.getByRole('button', { name: 'Save Hours' }).click();
  await admin.getByText('Must be a whole number from 1 to 720').waitFor();
  await admin.getByLabel('Hours until Overdue').fill('48');
  await admin.getByRole('button', { name: 'Save Hours' }).click();
  await toast('Overdue hours updated successfully');
  await admin.getByLabel('Operators May Take Leads').check();
  await toast('Setting updated successfully');
  await admin.reload();
  await admin.getByLabel('Operators May Take Leads').and(admin.locator(':checked')).waitFor();
  expect(await admin.getByLabel('Hours until Overdue').inputValue()).toBe('48');
  expect(await admin.getByLabel('Time Zone of the Organization').inputValue()).toBe('America/Sao_Paulo');
});

test('an API key is created, shown once and revoked', async () => {
  await admin.goto('/profile?tab=organization');
  await admin.getByText('No API keys yet').waitFor();
  await admin.getByRole('button', { name: 'New Key' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Landing pages');
  await dialog.getByRole('button', { name: 'New Key' }).click();
  expect(await dialog.getByLabel('API Key').inputValue()).toMatch(/^crm_.{40,}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await admin.getByText(/Created .* by Ananya Menon · Never used/).waitFor();
  await admin.getByRole('button', { name: 'Revoke Landing pages' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await toast('API key revoked successfully');
  await admin.getByText('Revoked', { exact: true }).waitFor();
  await admin.getByLabel('API Key Required').check();
  await toast('Setting updated successfully');
});

test('a profile that fails to load shows an error and a retry', async () => {
  await admin.route('**/api/users/*', (route) => route.fulfill({ status: 500, json: { success: false } }));
  // A new live connection refetches everything; it must not be the cause of the recovery here.
  await admin.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  await admin.route('**/socket.io/**', (route) => route.abort());
  await admin.goto('/profile');
  await admin.getByText('Failed to Load Profile').waitFor();
  await admin.unroute('**/api/users/*');
  await tryAgain(admin, admin.getByLabel('Username'));
});
