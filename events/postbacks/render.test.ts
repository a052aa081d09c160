import { describe, expect, test } from 'vitest';
import { details as leadDetails, priya } from '../leads/story.ts';
import { placeholders } from './placeholders.ts';
import { presets } from './presets.ts';
import { render, USER_AGENT } from './render.ts';
import { detailed, samplePayload, valuesWith } from './story.ts';
import { valuesOf } from './values.ts';

const values = valuesWith({ fullName: 'Ann "A" Rao', sub1: 'click & 7' });
const rendered = (more: Parameters<typeof detailed>[0], secrets = {}) =>
  render(detailed(more), values, secrets);
const order = { key: 'order', value: 'orderId', isPlaceholder: true };

describe('a request', () => {
  test('with POST has its parameters as a JSON object with typed values', () => {
    const parameters = [
      order,
      { key: 'total', value: 'total', isPlaceholder: true },
      { key: 'fixed', value: 'total', isPlaceholder: false },
      { key: 'none', value: 'remarks', isPlaceholder: true },
    ];
    const { method, url, headers, body } = rendered({ parameters });
    expect([method, url]).toEqual(['POST', 'https://tracker.example/postback?click=click%20%26%207']);
    expect(headers).toEqual({
      'user-agent': USER_AGENT,
      accept: '*/*',
      'content-type': 'application/json',
      'x-source': 'crm',
    });
    expect(JSON.parse(body ?? '')).toEqual({ order: 'A-1', total: 99.98, fixed: 'total', none: null });
  });

  test('with POST and one parameter has only this one', () =>
    expect(JSON.parse(rendered({ parameters: [order] }).body ?? '')).toEqual({ order: 'A-1' }));

  test('with POST and without parameters has all fields', () => {
    const body: unknown = JSON.parse(rendered({ parameters: [] }).body ?? '');
    expect(body).toMatchObject({
      event: 'status_update',
      eventId: values.eventId,
      eventTime: values.eventTime,
      previousStatus: 'processing',
      lead: { orderId: 'A-1', status: 'approved', total: 99.98, isUrgent: false, extra: { utm: 'spring' } },
    });
  });

  test('with GET has its parameters in the query, and no body', () => {
    const { url, body, headers } = rendered({
      method: 'GET',
      url: 'https://t.example/p',
      parameters: [order, { key: 'name', value: 'fullName', isPlaceholder: true }],
    });
    expect(url).toBe('https://t.example/p?order=A-1&name=Ann%20%22A%22%20Rao');
    expect([body, headers['content-type']]).toEqual([null, undefined]);
  });

  test('with a body template has its parameters in the query', () => {
    const json = rendered({
      bodyTemplate: { format: 'json', template: '{"n":"{{fullName}}","t":{{total}}}' },
    });
    expect(json.body).toBe('{"n":"Ann \\"A\\" Rao","t":99.98}');
    expect(json.url).toMatch(/&order=A-1$/);
    const form = rendered({
      bodyTemplate: { format: 'form', template: 'n={{fullName}}&c={{extra.utm}}{{extra.none}}' },
    });
    expect(form.body).toBe('n=Ann%20%22A%22%20Rao&c=spring');
    expect(form.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  test('is authenticated', () => {
    const basic = { authentication: { type: 'basic' as const, username: 'änn' } };
    expect(rendered(basic, { 'authentication.password': 'pä:ss' }).headers['authorization']).toBe(
      `Basic ${Buffer.from('änn:pä:ss').toString('base64')}`,
    );
    expect(
      rendered({ authentication: { type: 'bearer' } }, { 'authentication.token': 't' }).headers[
        'authorization'
      ],
    ).toBe('Bearer t');
    expect(
      rendered({ authentication: { type: 'api_key', header: 'X-Key' } }, { 'authentication.apiKey': 'k' })
        .headers,
    ).toMatchObject({ 'x-key': 'k' });
  });

  test('fills secret headers from stored secrets, and omits headers without one', () => {
    const headers = [
      { key: 'X-Token', value: null },
      { key: 'X-Other-Token', value: null },
    ];
    const sent = rendered({ headers }, { 'headers.x-token': 'tok {{orderId}}' }).headers;
    expect(sent['x-token']).toBe('tok A-1');
    expect(sent).not.toHaveProperty('x-other-token');
  });
});

describe('values', () => {
  test('has one for every placeholder', () =>
    expect(Object.keys(values)).toEqual(expect.arrayContaining([...placeholders])));

  test("uses the partner's names of statuses", () => {
    const called = valuesOf(samplePayload(), { approved: 'sale', processing: 'lead' });
    expect([called.status, called.previousStatus]).toEqual(['sale', 'lead']);
  });

  test('has the name of the operator, and null without one', () => {
    const payload = samplePayload();
    const named = valuesOf({ ...payload, lead: { ...payload.lead, operator: priya } }, {});
    expect([named.operatorName, valuesOf(payload, {}).operatorName]).toEqual(['Priya Nair', null]);
  });

  test('keeps extra fields under their own prefix, without replacing other fields', () => {
    const payload = samplePayload();
    const source = { ...leadDetails.source, extra: { orderId: 'evil', 'click id': '7' } };
    const lead = { ...payload.lead, details: { ...leadDetails, source } };
    const filled = valuesOf({ ...payload, lead }, {});
    expect(filled.orderId).toBe('A-1');
    expect(filled['extra.orderId']).toBe('evil');
  });
});

test.each(presets)('the preset $name uses existing placeholders', ({ fills }) => {
  for (const { value } of fills.parameters) expect(placeholders).toContain(value);
});
