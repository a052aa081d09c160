import {
  createPlan,
  deletePlan,
  getPlan,
  listPlans,
  plansForSale,
  updatePlan,
} from '@crm/contracts/plans/plans.ts';
import { expect, test } from 'vitest';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');
const admin = await product.signIn(product.people.admin);

const growth = {
  name: 'Growth of a test',
  price: 49,
  currency: 'INR' as const,
  features: ['Reports', ' ', 'Reports '],
};
const named = async (name: string) =>
  (await superAdmin.ask(listPlans, { query: {} })).data.filter((plan) => plan.name === name);
const onSale = async () => (await product.anybody.ask(plansForSale)).data.map(({ name }) => name);

test('a super admin creates, edits, deactivates and deletes a plan; visitors see the active ones', async () => {
  const { plan } = (await superAdmin.ask(createPlan, { body: growth })).data;
  const params = { id: plan._id };
  expect((await superAdmin.ask(getPlan, { params })).data.plan).toMatchObject({
    name: growth.name,
    price: 49,
    currency: 'INR',
    billingCycle: 'monthly',
    maxLeads: null,
    features: ['Reports'],
    isActive: true,
    edition: 1,
  });
  await expect.poll(onSale).toContain(growth.name);

  await superAdmin.ask(updatePlan, { params, body: { price: 59.5, maxLeads: 2000 } });
  expect((await named(growth.name))[0]).toMatchObject({
    price: 59.5,
    currency: 'INR',
    maxLeads: 2000,
    edition: 2,
  });
  await superAdmin.ask(updatePlan, { params, body: { isActive: false } });
  expect((await named(growth.name))[0]).toMatchObject({ isActive: false, edition: 2 });
  await expect.poll(onSale).not.toContain(growth.name);
  const active = (await superAdmin.ask(listPlans, { query: { isActive: true } })).data;
  expect(active.every(({ isActive }) => isActive)).toBe(true);

  await superAdmin.ask(deletePlan, { params });
  expect(await named(growth.name)).toEqual([]);
  expect((await superAdmin.call(deletePlan, { params })).code).toBe('plan-not-found');
});

test('a form that is sent twice creates one plan', async () => {
  const body = { ...growth, name: 'Sent twice' };
  const headers = { 'idempotency-key': 'create-a-plan-once' };
  const [one, other] = await Promise.all([
    superAdmin.ask(createPlan, { body, headers }),
    superAdmin.ask(createPlan, { body, headers }),
  ]);
  expect(one.data).toEqual(other.data);
  expect(await named(body.name)).toHaveLength(1);
});

test.each([
  [{ name: ' ' }, { name: 'Name and price are required' }],
  [{ price: '' }, { price: 'Name and price are required' }],
  [{ price: '1,299.50' }, { price: 'Enter digits and a decimal point, such as 1299.50' }],
  [{ price: -1 }, { price: 'Price cannot be negative' }],
  [{ price: 1.005 }, { price: 'At most two decimals' }],
  [{ currency: 'AED' }, { currency: 'Must be one of USD, EUR, GBP, INR, CAD, AUD' }],
  [{ maxLeads: 0 }, { maxLeads: 'Must be a positive number' }],
])('rejects a plan with %o beside the field', async (more, errors) => {
  // A cast: no client of ours sends this.
  const answer = await superAdmin.call(createPlan, { body: { ...growth, ...more } as typeof growth });
  expect(answer).toMatchObject({ status: 400, errors });
});

test('the plans are for super admins', async () => {
  const refused = { status: 403, message: 'Super Admin privileges required' };
  expect(await admin.call(listPlans, { query: {} })).toMatchObject(refused);
  expect(await admin.call(createPlan, { body: growth })).toMatchObject(refused);
});
