import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const folders = [
  'bench',
  'command-api',
  'console',
  'contracts',
  'docs',
  'e2e',
  'events',
  'platform',
  'projections',
  'workers',
];
const NOT_SOURCES = /^(?:node_modules|dist|data)$/;
const SOURCE = /(?:\.(?:[cm]?[jt]sx?|md|sql|css|html|ya?ml|jsonc|conf|sh)|^Dockerfile|^\.env\.example)$/;
/** The files that a reader of docs/adding-a-command.md and docs/adding-a-part.md would write. */
const IMAGINED = [
  'command-api/leads/mark-urgent.ts',
  'projections/offers/prices.ts',
  'workers/offers/notice.ts',
];

const files = ['', ...folders].flatMap((folder) => sourcesIn(folder, { deep: folder !== '' }));
const pages = files.filter((file) => file.endsWith('.md'));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const exists = (file: string) => existsSync(path.join(ROOT, file));

test('every relative link of a document leads to a file, and to a heading of it', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, target = '', anchor]) => {
        const file = target === '' ? page : path.join(path.dirname(page), target);
        return !exists(file) || (anchor !== undefined && !headingsOf(file).includes(anchor));
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('every path that a document or a comment cites exists', () => {
  const place = `(?:${folders.join('|')})/(?:[a-z0-9.-]+/)*`;
  const anyFile = new RegExp(
    `(?<![\\w/.@-]|\\]\\()${place}[\\w.-]+\\.(?:[cm]?[jt]sx?|md|sql|css|ya?ml|jsonc?|conf|sh)\\b`,
    'g',
  );
  const folder = new RegExp(`(?<=\`)${place}[a-z0-9-]+(?=\`)`, 'g');
  const dead = files.flatMap((file) => {
    const text = read(file);
    const cited = [...text.matchAll(anyFile), ...(file.endsWith('.md') ? text.matchAll(folder) : [])];
    return cited
      .filter(([each]) => !exists(each) && !IMAGINED.includes(each))
      .map(([each]) => `${file}: ${each}`);
  });
  expect(dead).toEqual([]);
});

function sourcesIn(folder: string, { deep }: { deep: boolean }): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return deep && !NOT_SOURCES.test(entry.name) ? sourcesIn(file, { deep }) : [];
    return SOURCE.test(entry.name) ? [file] : [];
  });
}

/** The anchors of a page's headings, as GitHub makes them. */
function headingsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
