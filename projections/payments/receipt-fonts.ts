import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

type Weight = 400 | 700;
/** Letters of one script, and the font file that has them; null is a standard font of PDF. */
type Script = { letters: RegExp; file: ((weight: Weight) => string) | null; isRightToLeft?: true };

const latin = require.resolve('@fontsource/noto-sans/package.json');
const arabic = require.resolve('@fontsource/noto-sans-arabic/package.json');
const hebrew = require.resolve('@fontsource/noto-sans-hebrew/package.json');

const fileOf = (packageJson: string, name: string) => (weight: Weight) =>
  path.join(packageJson, '../files', `${name}-${weight}-normal.woff`);
const noto = (part: string) => fileOf(latin, `noto-sans-${part}`);

/** In this order: a letter belongs to the first script that has it. The standard fonts have Windows-1252. */
const scripts: readonly Script[] = [
  { letters: /[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u, file: null },
  { letters: /[\u0100-\u024f\u1e00-\u1e9f\u1ef2-\u1eff]/u, file: noto('latin-ext') },
  { letters: /[\u1ea0-\u1ef1]/u, file: noto('vietnamese') },
  { letters: /\p{Script=Greek}/u, file: noto('greek') },
  {
    letters: /[\u0401-\u040c\u040e-\u045f\u0490\u0491\u04b0\u04b1\u2116]|[\u0400\u040d\u0450\u045d]/u,
    file: noto('cyrillic'),
  },
  { letters: /\p{Script=Devanagari}/u, file: noto('devanagari') },
  {
    letters: /\p{Script=Arabic}/u,
    file: fileOf(arabic, 'noto-sans-arabic-arabic'),
    isRightToLeft: true,
  },
  {
    letters: /\p{Script=Hebrew}/u,
    file: fileOf(hebrew, 'noto-sans-hebrew-hebrew'),
    isRightToLeft: true,
  },
];

const NO_BREAK_SPACE = '\u00a0';

/** A piece of a text in one font: a file, or the name of a standard font of PDF. */
export type TextRun = { text: string; font: string };

/**
 * Splits a text into runs, each with a font that has its letters; a letter that no font has becomes '?'. The PDF library
 * joins and orders the letters of a run, but it cuts runs at spaces and then draws a space at the wrong side of a word from
 * right to left. So such words are joined by no-break spaces, and spaces after them are a run of their own.
 */
export function textRunsOf(text: string, weight: Weight): TextRun[] {
  const runs: { text: string; script: Script }[] = [];
  for (const letter of text.normalize('NFC')) {
    const last = runs.at(-1);
    const script = scriptOf(letter, last?.script);
    const shown = script ? letter : '?';
    const inScript = script ?? last?.script ?? standard;
    if (last && last.script === inScript) last.text += shown;
    else runs.push({ text: shown, script: inScript });
  }
  return runs.flatMap(({ text: letters, script }) => {
    if (!script.isRightToLeft) return [{ text: letters, font: fontOf(script, weight) }];
    const words = letters.replace(/ +$/, '');
    const spaces = letters.slice(words.length);
    return [
      { text: words.replaceAll(' ', NO_BREAK_SPACE), font: fontOf(script, weight) },
      ...(spaces ? [{ text: spaces, font: fontOf(standard, weight) }] : []),
    ];
  });
}

const [standard] = scripts as [Script, ...Script[]]; // a constant list that is not empty

const fontOf = ({ file }: Script, weight: Weight) =>
  file?.(weight) ?? (weight === 700 ? 'Helvetica-Bold' : 'Helvetica');

/** A space, a joiner or a mark continues the script before it. */
function scriptOf(letter: string, before: Script | undefined): Script | undefined {
  if (before && /[ \u200c\u200d]|\p{Script=Inherited}/u.test(letter)) return before;
  return scripts.find(({ letters }) => letters.test(letter));
}
