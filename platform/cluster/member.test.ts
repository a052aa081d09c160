import { afterEach, expect, test } from 'vitest';
import { environmentWith } from '../config/config.ts';
import { type Member, startMember } from './member.ts';

let members: Member[] = [];
afterEach(async () => {
  await Promise.all(members.map((each) => each.stop()));
  members = [];
});

function started(code: string) {
  const lines: string[] = [];
  const program = { args: ['-e', code], env: environmentWith({}), cwd: import.meta.dirname };
  const member = startMember({ name: 'commands-1', kind: 'commands', port: 1 }, program, (line) =>
    lines.push(line),
  );
  members.push(member);
  return { member, lines, count: (text: string) => lines.filter((line) => line.includes(text)).length };
}
const lives = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('starts a process again that ends by itself or is killed, and says how it ended', async () => {
  const { member, lines, count } = started('console.log("begun"); setInterval(() => {}, 1000)');
  await expect.poll(() => count('begun')).toBe(1);
  const first = member.pid() ?? 0;
  process.kill(first, 'SIGKILL');
  await expect.poll(() => count('begun')).toBe(2);
  expect(member.pid()).not.toBe(first);
  expect(lines[1]).toMatch(/^It ended with SIGKILL; starting it again in 0\.\d s$/);
});

test('a stopped process stays stopped until it is started', async () => {
  const { member, count } = started(
    'process.on("SIGTERM", () => { console.log("stopped"); process.exit(0); }); console.log("begun"); setInterval(() => {}, 1000)',
  );
  await expect.poll(() => count('begun')).toBe(1);
  const first = member.pid() ?? 0;
  await member.stop();
  expect([lives(first), count('stopped'), count('starting it again')]).toEqual([false, 1, 0]);
  member.start();
  await expect.poll(() => count('begun')).toBe(2);
  expect(member.ended().aborted).toBe(false);
});
