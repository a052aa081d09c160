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
  ...['canvas', 'surface', 'raised', 'sunken'].flatMap((ground) => [
    ['ink', ground],
    ['muted', ground],
  ]),
  ...['ok', 'warn', 'bad', 'info', 'pause'].map((tone) => [tone, `${tone}-soft`]),
  ['bad', 'surface'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
] as const;

test.each(Object.entries(modes))('all text has AA contrast with its background, %s', (_, tokens) => {
  for (const [text = '', ground = ''] of texts) {
    expect(tokens).toHaveProperty(text);
    expect(tokens).toHaveProperty(ground);
    const ratio = contrast(tokens[text] ?? '', tokens[ground] ?? '');
    expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(Object.entries(modes))('controls have a visible edge, %s', (_, tokens) => {
  for (const ground of ['canvas', 'surface', 'raised']) {
    expect(contrast(tokens['line-strong'] ?? '', tokens[ground] ?? ''), ground).toBeGreaterThanOrEqual(3);
  }
});
