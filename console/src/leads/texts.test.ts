import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leadTexts } from './texts.ts';

test('the catalogue has every part in texts/', async () => {
  const files = readdirSync(new URL('texts', import.meta.url));
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ `./texts/${file}`)));
  const parts = modules.flatMap((exported) => Object.values(exported));
  expect(new Set(Object.values(leadTexts))).toEqual(new Set(parts));
});
