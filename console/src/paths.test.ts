import { readdirSync, readFileSync } from 'node:fs';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';

type Paths = { readonly [name: string]: string | ((id: string) => string) | Paths };

/** All paths, with `id` in place of a parameter. */
function all(node: Paths, id: string): string[] {
  return Object.values(node).flatMap((path) => {
    if (typeof path === 'string') return [path];
    return typeof path === 'function' ? [path(id)] : all(path, id);
  });
}

const patterns = (list: readonly RouteObject[]): string[] =>
  list.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...patterns(children)]);

test('every path opens a page of its own', () => {
  const opened = all(paths, '5f1b3c1e-0000-4000-8000-000000000000').map((path) => {
    const match = matchRoutes(routes, path.replace(/\?.*/, ''))?.at(-1);
    return match?.route.path;
  });
  expect(opened).toEqual(all(paths, ':id').map((path) => path.replace(/\?.*/, '')));
});

test('every page has a path', () => {
  const known = all(paths, ':id');
  expect(patterns(routes).filter((path) => path !== '*' && !known.includes(path))).toEqual([]);
});

test('no other file writes a path out', () => {
  const pages = [...new Set(all(paths, 'x').flatMap((path) => path.match(/^\/[a-z-]+/)?.[0] ?? []))];
  const written = new RegExp(`['"\`](${pages.join('|')})(['"\`]|/[a-z:$]|[?])`);
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && file !== 'paths.ts')
    .flatMap((file) => {
      const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
      // The path of an API call follows its method.
      const lines = text.replace(/'(GET|POST|PUT|DELETE)',\s*'[^']*'/g, '').split('\n');
      return lines.filter((line) => written.test(line)).map((line) => `${file}: ${line.trim()}`);
    });
  expect(found).toEqual([]);
});
