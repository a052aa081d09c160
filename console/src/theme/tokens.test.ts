import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast } from './color.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The colours of a block of tokens.css, by name. */
function colours(block: string): Record<string, string> {
  const from = css.indexOf(`${block} {`);
  const body = css.slice(from, css.indexOf('\n}', from));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

const light = colours(':root');
const modes = { light, dark: { ...light, ...colours('[data-mode="dark"]') } };

const texts = [
  ...['canvas', 'surface', 'raised', 'sunken'].flatMap((deps) => [
    ['ink', deps],
    ['muted', deps],
  ]),
  ...['ok', 'warn', 'bad', 'info', 'pause'].map((tone) => [tone, `${tone}-soft`]),
  ['bad', 'surface'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
] as const;

test.each(Object.entries(modes))('every text reads at AA on its ground, %s', (_, tokens) => {
  for (const [text = '', deps = ''] of texts) {
    expect(tokens).toHaveProperty(text);
    expect(tokens).toHaveProperty(deps);
    const ratio = contrast(tokens[text] ?? '', tokens[deps] ?? '');
    expect(ratio, `${text} on ${deps}`).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(Object.entries(modes))('controls have an edge that is seen, %s', (_, tokens) => {
  for (const deps of ['canvas', 'surface', 'raised']) {
    expect(contrast(tokens['line-strong'] ?? '', tokens[deps] ?? ''), deps).toBeGreaterThanOrEqual(3);
  }
});
