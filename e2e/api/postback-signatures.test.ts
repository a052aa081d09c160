import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { signedHeaders } from '@crm/platform/net/sign.ts';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { expect, test } from 'vitest';

/** Runs the code of docs/postbacks.md exactly as a partner would copy it. */
const page = readFileSync(path.join(import.meta.dirname, '../../docs/postbacks.md'), 'utf8');
const codeIn = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';
const folder = scratchFolder();

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const older = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const stranger = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const body = '{"fullName":"रवि \\"R\\" O\'Neil"}';
const at = (minutesAgo: number, secrets: string[], text = body) => ({
  headers: signedHeaders({
    id: 'b0000000-0000-4000-8000-000000000001',
    at: new Date(Date.now() - minutesAgo * 60_000),
    body: text,
    secrets,
  }),
});

const cases = [
  { name: 'signed', secret, ...at(0, [secret]), body, good: true },
  {
    name: 'signed by the new and the old secret, known by the old',
    secret: older,
    ...at(0, [secret, older]),
    body,
    good: true,
  },
  { name: 'of a GET, without a body', secret, ...at(0, [secret], ''), body: '', good: true },
  { name: 'signed by somebody else', secret, ...at(0, [stranger]), body, good: false },
  { name: 'changed on its way', secret, ...at(0, [secret]), body: `${body} `, good: false },
  { name: 'sent long ago', secret, ...at(10, [secret]), body, good: false },
];

/** Runs a program that reads the cases from a file and prints a list of its verdicts. */
function verdicts(command: string, file: string, program: string): unknown {
  const [source, data] = [path.join(folder, file), path.join(folder, 'cases.json')];
  writeFileSync(source, program);
  writeFileSync(data, JSON.stringify(cases));
  const { status, stdout, stderr } = spawnSync(command, [source, data], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
const right = cases.map(({ good }) => good);
const has = (command: string) => spawnSync(command, ['--version']).status === 0;

test('the Node code distinguishes signed requests from others', () => {
  const program = `import { readFileSync } from 'node:fs';\n${codeIn('js')}
    const cases = JSON.parse(readFileSync(process.argv[2], 'utf8'));
    console.log(JSON.stringify(cases.map((c) => verify(c.secret, c.headers, c.body))));`;
  expect(verdicts(process.execPath, 'verify.mjs', program)).toEqual(right);
});

test.runIf(has('python3'))('the Python code distinguishes signed requests from others', () => {
  const program = `${codeIn('python')}
import json, sys
cases = json.load(open(sys.argv[1], encoding="utf8"))
print(json.dumps([verify(c["secret"], c["headers"], c["body"].encode()) for c in cases]))`;
  expect(verdicts('python3', 'verify.py', program)).toEqual(right);
});

test.runIf(has('php')).each([
  { names: 'as sent', nameOf: '$name' },
  { names: 'of php-fpm', nameOf: "ucwords($name, '-')" },
])('the PHP code distinguishes signed requests from others, header names $names', ({ nameOf }) => {
  const program = `<?php ${codeIn('php')}
function named(array $headers): array {
    return array_combine(array_map(fn($name) => ${nameOf}, array_keys($headers)), $headers);
}
$cases = json_decode(file_get_contents($argv[1]), true);
echo json_encode(array_map(fn($c) => verify($c['secret'], named($c['headers']), $c['body']), $cases));`;
  expect(verdicts('php', 'verify.php', program)).toEqual(right);
});
