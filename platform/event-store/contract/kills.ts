import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { shortOrLong } from '../../test/faults.ts';
import { programOf } from '../../test/program.ts';
import type { RecordedEvent } from '../port.ts';
import { opened, type StoreUnderTest } from './under-test.ts';

const KILLS = shortOrLong(6, 20);
const AT_ONCE = 2;

type Acknowledged = { stream: string; revision: number; position: string };

export function kills(under: StoreUnderTest) {
  describe('a process killed during appends', async () => {
    const store = await opened(under);
    const folder = mkdtempSync(path.join(tmpdir(), 'crm-kills-'));
    const children = new Set<ChildProcess>();
    afterAll(() => {
      for (const child of children) child.kill('SIGKILL'); // processes of a failed test
      rmSync(folder, { recursive: true });
    });

    it(`keeps every acknowledged append, and every append complete: ${KILLS} times`, async () => {
      const after = await store.head();
      const rounds = Array.from({ length: AT_ONCE }, async () => {
        const acknowledged: Acknowledged[] = [];
        for (let n = 0; n < KILLS / AT_ONCE; n += 1) acknowledged.push(...(await killedWriter()));
        return acknowledged;
      });
      const acknowledged = (await Promise.all(rounds)).flat();
      expect(acknowledged.length).toBeGreaterThan(KILLS);

      const streams = new Map<string, RecordedEvent[]>();
      for (let from = after; ; ) {
        const { events, upTo } = await store.readAll({ after: from, limit: 2_000 });
        if (upTo === from) break;
        for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
        from = upTo;
      }
      for (const { stream, revision, position } of acknowledged) {
        expect(streams.get(stream)?.at(-1)).toMatchObject({ revision, position });
      }
      for (const events of streams.values()) {
        const whole = Array.from({ length: events.length }, (_, n) => ({ n, of: events.length }));
        expect(events.map(({ data }) => data)).toEqual(whole);
      }
    });

    /** Starts a writer and kills it after a moment. @returns the appends that it reported as acknowledged */
    async function killedWriter(): Promise<Acknowledged[]> {
      const file = path.join(folder, randomUUID());
      const output = openSync(file, 'w');
      const program = await programOf('platform/event-store/contract/kills.child.ts');
      const child = spawn(process.execPath, [program, JSON.stringify(under.config)], {
        stdio: ['ignore', output, 'inherit'],
      });
      closeSync(output);
      children.add(child);
      const ended = once(child, 'close');
      await expect.poll(() => statSync(file).size, { interval: 10 }).toBeGreaterThan(0);
      await sleep(Math.random() * 100);
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      children.delete(child);
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      return lines.map((line) => {
        const [stream = '', revision, position = ''] = line.split(' ');
        return { stream, revision: Number(revision), position };
      });
    }
  });
}
