import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { presets } from '@crm/events/postbacks/presets.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import {
  inputOf,
  keepsSecret,
  newPostback,
  type PostbackValues,
  postbackForm,
  presetFilled,
  valuesOf,
} from './values.ts';

const { checkNew, checkEdit } = postbackForm;

const filled: PostbackValues = {
  ...newPostback,
  name: 'Tracker',
  url: 'https://tracker.example/postback',
  triggerEvents: ['new_lead'],
};

const saved: Postback = {
  _id: 'c4b3d6a2-8f0e-4a52-9d3c-1d2b7e6f5a40',
  name: 'Tracker',
  description: null,
  url: 'https://tracker.example/postback',
  method: 'POST',
  isActive: true,
  disabledReason: null,
  pausedUntil: null,
  headers: [{ key: 'X-Api-Token', value: '', isSecret: true }],
  parameters: [{ key: 'order', value: 'orderId', isPlaceholder: true }],
  bodyTemplate: null,
  triggerEvents: ['new_lead'],
  statusConditions: [],
  filters: { offers: [], webmasters: [], paymentModes: [], countries: [] },
  statusMap: { approved: 'sale' },
  timeout: 10_000,
  maxRetries: 3,
  retryDelay: 5_000,
  authentication: { type: 'bearer', username: '', apiKeyHeader: '', isSet: true },
  previousSecretUntil: null,
  stats: { totalSent: 0, totalSuccess: 0 },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 0,
};

/** The body to send, or the errors. */
async function checked<Body>(check: Resolver<PostbackValues, unknown, Body>, values: PostbackValues) {
  const result = await check(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  const errors: FieldErrors<PostbackValues> = result.errors;
  return Object.keys(errors).length > 0 ? { errors } : { body: result.values };
}

test('a secret header keeps its value under its own name only', () => {
  const stored = { key: 'X-Api-Token', value: '', isSecret: true };
  expect(keepsSecret(stored, ' x-api-token')).toBe(true);
  expect(keepsSecret(stored, 'X-Other-Token')).toBe(false);
  expect(keepsSecret({ ...stored, isSecret: false }, 'X-Api-Token')).toBe(false);
});

describe('a new postback', () => {
  test('starts with the specified defaults', async () => {
    expect(newPostback).toMatchObject({
      method: 'POST',
      timeout: '10000',
      maxRetries: '3',
      retryDelay: '5000',
    });
    expect(newPostback.authentication.apiKeyHeader).toBe('X-API-Key');
    expect(await checked(checkNew, filled)).toMatchObject({
      body: { timeout: 10_000, maxRetries: 3, retryDelay: 5_000, bodyTemplate: null, isActive: true },
    });
  });

  test('requires a name, a URL and a trigger event', async () =>
    expect(await checked(checkNew, newPostback)).toMatchObject({
      errors: {
        name: { message: 'This field is required' },
        url: { message: 'This field is required' },
        triggerEvents: { message: 'Choose at least one trigger event' },
      },
    }));

  test('drops rows without a name or a value; a secret header may be blank', () => {
    const { headers, parameters } = inputOf({
      ...filled,
      headers: [
        { key: '', value: 'x', isSecret: false },
        { key: 'X-Empty', value: ' ', isSecret: false },
        { key: 'X-Source', value: 'crm', isSecret: false },
        { key: 'X-Token', value: '', isSecret: true },
      ],
      parameters: [
        { key: 'order', value: '', isPlaceholder: true },
        { key: 'order', value: 'orderId', isPlaceholder: true },
      ],
    });
    expect(headers).toEqual([
      { key: 'X-Source', value: 'crm' },
      { key: 'X-Token', value: '' },
    ]);
    expect(parameters).toEqual([{ key: 'order', value: 'orderId', isPlaceholder: true }]);
  });

  test('shows an unknown placeholder beside its row', async () =>
    expect(
      await checked(checkNew, {
        ...filled,
        parameters: [{ key: 'order', value: 'orderNumber', isPlaceholder: true }],
      }),
    ).toMatchObject({
      errors: { parameters: [{ value: { message: 'Unknown placeholder: orderNumber' } }] },
    }));

  test.each([
    ['timeout', '500', 'Must be from 1000 to 60000'],
    ['timeout', '1500', 'Must be a multiple of 1000'],
    ['maxRetries', '11', 'Must be from 0 to 10'],
    ['retryDelay', '60001', 'Must be from 1000 to 60000'],
  ] as const)('rejects %s of %s with "%s"', async (field, value, message) =>
    expect(await checked(checkNew, { ...filled, [field]: value })).toMatchObject({
      errors: { [field]: { message } },
    }),
  );

  test('a GET sends no body, and the form keeps the template', () => {
    const bodyTemplate = { format: 'json', template: '{"order":{{orderId}}}' } as const;
    expect(inputOf({ ...filled, bodyTemplate, method: 'POST' }).bodyTemplate).toEqual(bodyTemplate);
    expect(inputOf({ ...filled, bodyTemplate, method: 'GET' }).bodyTemplate).toBeNull();
  });
});

describe('an edit of a postback', () => {
  const before = valuesOf(saved);

  test('sends only changed fields; blank secrets are unchanged', async () => {
    expect(await checked(checkEdit(before, saved), before)).toEqual({ body: {} });
    expect(await checked(checkEdit(before, saved), { ...before, timeout: '20000' })).toEqual({
      body: { timeout: 20_000 },
    });
  });

  test('sends a typed secret together with the fields of its group', async () =>
    expect(
      await checked(checkEdit(before, saved), {
        ...before,
        authentication: { ...before.authentication, token: 'new' },
      }),
    ).toMatchObject({ body: { authentication: { type: 'bearer', token: 'new' } } }));
});

describe('presets', () => {
  test.each(presets)('$name fills a form that only needs a URL to be saved', async (preset) => {
    const values = { ...presetFilled(newPostback, preset), url: 'https://tracker.example/p' };
    expect(values.name).toBe(preset.name);
    expect(createPostback.body.safeParse(inputOf(values)).error).toBeUndefined();
  });

  test('Keitaro names an approval a sale', () => {
    const keitaro = presets.find(({ id }) => id === 'keitaro');
    const values =
      keitaro && presetFilled({ ...newPostback, name: 'Mine', url: 'https://k.example' }, keitaro);
    expect(values).toMatchObject({
      name: 'Mine',
      url: 'https://k.example',
      method: 'GET',
      statusMap: { approved: 'sale', processing: 'lead' },
      parameters: [
        { key: 'subid', value: 'sub1', isPlaceholder: true },
        { key: 'status', value: 'status', isPlaceholder: true },
        { key: 'payout', value: 'total', isPlaceholder: true },
        { key: 'tid', value: 'orderId', isPlaceholder: true },
      ],
    });
  });
});
