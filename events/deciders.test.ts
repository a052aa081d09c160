import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({
    isTest: file.endsWith('.test.ts'),
    text: readFileSync(`${import.meta.dirname}/${file}`, 'utf8'),
  }));

function namesIn(pattern: RegExp, where: { isTest: boolean }): string[] {
  return sources
    .filter(({ isTest }) => isTest === where.isTest)
    .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name))
    .sort();
}

// The schema of an event is not checked when it is appended (language/define.ts): these tests take its place.
test('the laws of deciders are tested for every decider', () => {
  const deciders = namesIn(/^export const (\w+Decider)\b/gm, { isTest: false });
  // Each decider has a name that this test finds.
  expect(namesIn(/^ +(initialState): (?!State\b)/gm, { isTest: false })).toHaveLength(deciders.length);
  expect(deciders.length).toBeGreaterThan(10);
  expect(namesIn(/\bkeepsTheLaws\(\s*(\w+Decider),/g, { isTest: true })).toEqual(deciders);
});
