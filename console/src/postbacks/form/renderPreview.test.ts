import { MASK } from '@crm/events/postbacks/mask.ts';
import { describe, expect, test } from 'vitest';
import { type Known, previewOf } from './renderPreview.ts';
import { newPostback, type PostbackValues } from './values.ts';

const known: Known = [
  { name: 'orderId', value: 'A 17' },
  { name: 'status', value: 'approved' },
  { name: 'total', value: '49.9' },
  { name: 'isUrgent', value: 'false' },
  { name: 'remarks', value: '' },
];

const filled: PostbackValues = {
  ...newPostback,
  url: 'https://tracker.example/p?click={{orderId}}',
  triggerEvents: ['lead_approved'],
};

describe('the preview', () => {
  test('fills the URL and the query as they are sent', () =>
    expect(
      previewOf(
        {
          ...filled,
          method: 'GET',
          statusMap: { ...filled.statusMap, approved: 'sale' },
          parameters: [{ key: 'status', value: 'status', isPlaceholder: true }],
        },
        known,
      ),
    ).toMatchObject({
      method: 'GET',
      url: 'https://tracker.example/p?click=A%2017&status=sale',
      body: null,
    }));

  test('JSON bodies contain numbers and booleans unquoted, and null for missing values', () =>
    expect(
      previewOf(
        {
          ...filled,
          bodyTemplate: {
            format: 'json',
            template: '{"t":{{total}},"u":{{isUrgent}},"e":{{event}},"r":{{remarks}}}',
          },
        },
        known,
      ).body,
    ).toBe('{"t":49.9,"u":false,"e":"lead_approved","r":null}'));

  test.each(['bearer', 'basic', 'api_key'] as const)(
    '%s shows that there is a secret, but never the secret',
    (type) => {
      const { headers } = previewOf(
        {
          ...filled,
          authentication: {
            ...filled.authentication,
            type,
            username: 'crm',
            token: 'hidden-value',
            password: 'hidden-value',
            apiKey: 'hidden-value',
            apiKeyHeader: 'X-Partner',
          },
          headers: [{ key: 'X-Api-Token', value: 'hidden-value', isSecret: false }],
        },
        known,
      );
      expect(JSON.stringify(headers)).not.toContain('hidden-value');
      expect(headers['x-api-token']).toBe(MASK);
      expect(headers[type === 'api_key' ? 'x-partner' : 'authorization']).toBe(MASK);
    },
  );
});
