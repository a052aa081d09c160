import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../test/free-port.ts';
import { startCluster } from './cluster.ts';

/** A process that is ready at once, and prints its settings. */
const program = `
  require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1', () => {
    console.log('Ready at ' + process.env.PUBLIC_URL + ' behind ' + process.env.TRUST_PROXY);
  });
`;

test('a cluster that is to stop while it restarts a process does not start it again', async () => {
  const lines: string[] = [];
  const stopping = new AbortController();
  const cluster = await startCluster({
    host: '127.0.0.1',
    port: 0,
    nextPort: freePort,
    each: { projections: 1, commands: 0, workers: 0 },
    environment: { PUBLIC_URL: 'https://crm.example.com' },
    argsOf: async () => ['-e', program],
    print: (_, line) => lines.push(line),
    trust: ['10.0.0.0/8'],
    signal: stopping.signal,
  });
  onTestFinished(cluster.stop);
  expect(lines).toContain('Ready at https://crm.example.com behind 127.0.0.1,10.0.0.0/8');
  const restarting = cluster.restart();
  stopping.abort();
  await expect(restarting).rejects.toThrow();
  expect(cluster.members.map((each) => each.ended().aborted)).toEqual([true]);
});
