import { fork } from 'node:child_process';
import { programOf } from '../../test/program.ts';
import type { Role } from './access.ts';
import type { AppendFault } from './faulty-appends.ts';
import type { NodeOptions } from './node.ts';

/** Starts the test server in a separate process, which ends with this one or by `end`. */
export async function startWire(options: NodeOptions = {}) {
  const program = await programOf('platform/event-store/wire/wire.child.ts');
  const child = fork(program, [JSON.stringify(options)], { execArgv: [] });
  const waiting = new Map<number, { resolve: (port: number) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  child.on('message', ([number, port]: [number, number]) => {
    waiting.get(number)?.resolve(port);
    waiting.delete(number);
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The test server ended with ${code}`));
  });
  const answer = (number: number) =>
    new Promise<number>((resolve, reject) => {
      waiting.set(number, { resolve, reject });
    });
  const port = await answer(0);
  async function command(name: string, argument?: Role | AppendFault | number | null): Promise<void> {
    lastId += 1;
    const done = answer(lastId);
    child.send([lastId, name, argument]);
    await done;
  }
  return {
    port,
    url: `esdb://127.0.0.1:${port}?tls=false`,
    start: () => command('start'),
    stop: () => command('stop'),
    cut: () => command('cut'),
    become: (role: Role) => command('become', role),
    harm: (fault: AppendFault | null) => command('harm', fault),
    delay: (ms: number) => command('delay', ms),
    async end() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
    },
  };
}
