import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { personalData } from '@crm/events/personal-data.ts';
import { eventTypes } from '@crm/events/versions.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { SCHEMAS, schemaFiles, writtenEvents } from './schema-files.ts';

const files = schemaFiles();
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(JSON.parse(files.get('message.json') ?? ''), 'message.json');

test('docs/events has the schema of every event type (`npm run event-schemas` writes them)', () => {
  const found = readdirSync(SCHEMAS).filter((name) => name.endsWith('.json'));
  expect(found.sort()).toEqual(['message', ...Object.keys(eventTypes)].map((name) => `${name}.json`).sort());
  for (const [name, text] of files) expect(readFileSync(path.join(SCHEMAS, name), 'utf8')).toBe(text);
});

test.each(writtenEvents())(
  '$type of version $version matches its schema, sealed and erased too',
  ({ type, version, data }) => {
    const schema = JSON.parse(files.get(`${type}.json`) ?? '');
    const validate = ajv.compile(schema);
    const [example] = schema.examples;
    const { rest } = personalData.split({ type, version, data });
    // A cast: the data of every event is an object.
    for (const stored of [data, rest, { ...(rest as object), sealed: 'AQ==' }])
      expect([validate({ ...example, data: stored }), validate.errors]).toEqual([true, null]);
    expect(validate(example)).toBe(true);
    expect(validate({ ...example, version: version + 1 })).toBe(false);
    expect(validate({ ...example, data: null })).toBe(false);
  },
);

test('a schema names the personal values of a lead, and its example has none', () => {
  const schema = JSON.parse(files.get('LeadCreated.json') ?? '');
  expect(schema.properties.data.properties.details.properties.customer.properties.phone).toMatchObject({
    description: 'Personal',
  });
  expect(schema.examples[0].data).toMatchObject({
    sealed: expect.any(String),
    details: { customer: { fullName: '(erased)', age: null } },
  });
});
