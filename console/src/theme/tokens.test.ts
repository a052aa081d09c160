import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, parseHex } from './color.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The colours of tokens.css in one mode, by name. */
function colours(mode: 'light' | 'dark'): Record<string, string> {
  const tokens = css.matchAll(
    /--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g,
  );
  return Object.fromEntries(
    [...tokens].map(([, name, light, dark, both]) => [name, both ?? (mode === 'light' ? light : dark)]),
  );
}

const modes = { light: colours('light'), dark: colours('dark') };

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

const charts = [1, 2, 3, 4, 5, 6].map((n) => `chart-${n}`);

test.each(Object.entries(modes))('the series of a chart stand out from their background, %s', (_, tokens) => {
  for (const ground of ['canvas', 'surface', 'raised'])
    for (const chart of charts)
      expect(
        contrast(tokens[chart] ?? '', tokens[ground] ?? ''),
        `${chart} on ${ground}`,
      ).toBeGreaterThanOrEqual(3);
});

type Triple = readonly [number, number, number];

/** What a person sees of a colour in linear RGB: Machado, Oliveira and Fernandes (2009), severity 1. */
const sights: Record<string, readonly [Triple, Triple, Triple]> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const dot = (one: Triple, other: Triple) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

/** A colour in OKLab as a person sees it; distances there are roughly equal steps for the eye. */
function seen(hex: string, [red, green, blue]: readonly [Triple, Triple, Triple]): Triple {
  const linear = (channel: number) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  const [r, g, b] = parseHex(hex) ?? [0, 0, 0];
  const given: Triple = [linear(r), linear(g), linear(b)];
  const within = (channel: number) => Math.min(1, Math.max(0, channel));
  const rgb: Triple = [within(dot(red, given)), within(dot(green, given)), within(dot(blue, given))];
  const lms: Triple = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], rgb)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], rgb)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], rgb)),
  ];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], lms),
    dot([1.9779984951, -2.428592205, 0.4505937099], lms),
    dot([0.0259040371, 0.7827717662, -0.808675766], lms),
  ];
}

// Two colours less than 0.02 apart look the same; at 0.1, people tell them apart at a glance, also in a thin line.
const APART = 0.1;

test.each(
  Object.entries(modes).flatMap(([mode, tokens]) =>
    Object.entries(sights).map(([sight, matrix]) => ({ mode, tokens, sight, matrix })),
  ),
)('any two series of a chart differ, $mode, $sight', ({ tokens, matrix }) => {
  const colours = charts.map((chart) => seen(tokens[chart] ?? '', matrix));
  for (const [n, one] of colours.entries())
    for (const [m, other] of colours.entries())
      if (n < m) {
        const distance = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
        expect(distance, `${charts[n]} and ${charts[m]}`).toBeGreaterThanOrEqual(APART);
      }
});
