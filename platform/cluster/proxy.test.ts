import {
  Agent,
  createServer,
  get,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { HEAD_LIMIT } from '../http/head-limit.ts';
import { listen } from '../net/listen.ts';
import { freePort } from '../test/free-port.ts';
import { readRoute } from './kinds.ts';
import { openProxy, type ReverseProxy } from './proxy.ts';
import type { Target } from './targets.ts';

const conf = `
    "~^POST /api/leads/selections/?$" projections;
    "~^POST /api/postbacks/[^/]+/(retry|backfill)/?$" projections;
`;
const servers: Server[] = [];
let proxy: ReverseProxy | null = null;
afterEach(async () => {
  await proxy?.close();
  proxy = null;
});
afterAll(() => {
  for (const each of servers) each.close().closeAllConnections();
});

/** A process of the product: ready, and answers calls with a listener. */
async function aProcess(kind: Target['kind'], answer: RequestListener): Promise<Target> {
  const server = createServer({ maxHeaderSize: HEAD_LIMIT }, (call, response) => {
    if (call.url === '/readyz') response.end();
    else answer(call, response);
  });
  servers.push(server);
  return { kind, port: await listen(server) };
}

/** Opens the proxy when all `up` are ready, and returns its URL. */
async function open(
  up: readonly Target[],
  down: readonly Target[] = [],
  trust: readonly string[] = [],
  closeMs?: number,
): Promise<string> {
  const targets = [...down, ...up];
  const options = { host: '127.0.0.1', port: 0, route: readRoute(conf), targets, trust };
  proxy = await openProxy({ ...options, ...(closeMs !== undefined && { closeMs }) });
  for (const { port } of up) await proxy.untilUp(port, new AbortController().signal);
  return `http://127.0.0.1:${proxy.port}`;
}

const named =
  (name: string): RequestListener =>
  (_, response) =>
    response.end(name);
const answerOf = async (answer: Promise<Response>) => [(await answer).status, await (await answer).text()];

test('a call with a long address is forwarded, up to the limit of the processes', async () => {
  const url = await open([await aProcess('projections', (call, response) => response.end(call.url))]);
  const path = `/api/leads?orderIds=${'x'.repeat(101_500)}`;
  expect(await answerOf(fetch(`${url}${path}`))).toEqual([200, path]);
});

test.each([
  ['GET', '/api/leads', 'projections'],
  ['POST', '/api/leads', 'commands'],
  ['POST', '/api/leads/selections', 'projections'],
  ['POST', '/api/leads/selections/x', 'commands'],
  ['POST', '/api/postbacks/7/retry?x=1', 'projections'],
  ['POST', '/socket.io/?transport=polling', 'projections'],
  ['DELETE', '/api/leads/7', 'commands'],
])('%s %s is answered by %s', async (method, path, kind) => {
  const targets = [
    await aProcess('commands', named('commands')),
    await aProcess('projections', named('projections')),
  ];
  const url = await open(targets);
  expect(await answerOf(fetch(url + path, { method }))).toEqual([200, kind]);
});

test('a call with a body goes to the next process when one refuses the connection, and the body arrives', async () => {
  const echo: RequestListener = (call, response) => call.pipe(response);
  const targets = [await aProcess('commands', echo), await aProcess('commands', echo)];
  const url = await open(targets);
  servers.at(-1)?.close().closeAllConnections(); // the proxy does not know it yet
  for (const n of [1, 2, 3])
    expect(await answerOf(fetch(`${url}/api/leads`, { method: 'POST', body: `lead ${n}` }))).toEqual([
      200,
      `lead ${n}`,
    ]);
});

test('the body of a GET does not reach the process, and the next call on its connection arrives whole', async () => {
  const answers: RequestListener = (call, response) => {
    if (call.method === 'POST') call.pipe(response);
    else response.end();
  };
  const url = await open([await aProcess('projections', answers)]);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'content-length': '500' };
    request(`${url}/healthz`, { method: 'GET', headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    })
      .once('error', reject)
      .end('x'.repeat(500));
  });
  expect(status).toBe(200);
  const body = 'y'.repeat(600);
  const next = fetch(`${url}/api/leads/selections`, { method: 'POST', body });
  expect(await answerOf(next)).toEqual([200, body]);
});

test('when a process ends before it answers, a GET is repeated and a POST gets 502', async () => {
  const dies: RequestListener = (call) => void call.socket.destroy();
  const calls: string[] = [];
  const counted: RequestListener = (call, response) => {
    calls.push(`${call.method}`);
    response.end('answered');
  };
  const url = await open([
    await aProcess('projections', dies),
    await aProcess('projections', counted),
    await aProcess('commands', dies),
    await aProcess('commands', counted),
  ]);
  for (const _ of [1, 2]) expect(await answerOf(fetch(`${url}/api/leads`))).toEqual([200, 'answered']);
  const posts = await Promise.all([1, 2].map(() => fetch(`${url}/api/leads`, { method: 'POST', body: 'x' })));
  expect(posts.map(({ status }) => status).sort()).toEqual([200, 502]);
  expect(calls.sort()).toEqual(['GET', 'GET', 'POST']);
});

test.each([
  ['a file of the console comes from the process that has it', '/assets/LeadsPage-1a2b.js', 404, [200, 200]],
  ['a read comes from a process whose read model is built', '/api/leads', 503, [200, 200]],
  ['another answer is that of the process', '/api/leads/7', 404, [200, 404]],
])('%s', async (_, path, status, statuses) => {
  const lacks: RequestListener = (_, response) => response.writeHead(status).end();
  const url = await open([
    await aProcess('projections', lacks),
    await aProcess('projections', named('there')),
  ]);
  const answers = await Promise.all([1, 2].map(() => fetch(url + path)));
  expect(answers.map((answer) => answer.status).sort()).toEqual(statuses);
});

test('a file of the console that no process has is refused', async () => {
  const lacks: RequestListener = (_, response) => response.writeHead(404).end('none');
  const url = await open([await aProcess('projections', lacks), await aProcess('projections', lacks)]);
  expect(await answerOf(fetch(`${url}/assets/LeadsPage-1a2b.js`))).toEqual([404, 'none']);
});

test('without a process, a call gets 503 and may be repeated', async () => {
  const url = await open([], [{ kind: 'commands', port: await freePort() }]);
  const answer = await fetch(`${url}/api/leads`, { method: 'POST' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.json()).toMatchObject({ code: 'unavailable' });
});

test('it closes while a client keeps calling on one connection', async () => {
  const held: ServerResponse[] = [];
  const url = await open([await aProcess('commands', (_, response) => void held.push(response))]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = () =>
    new Promise<string | undefined>((resolve, reject) => {
      request(`${url}/api/leads`, { method: 'POST', agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.headers.connection));
      })
        .once('error', reject)
        .end('x');
    });
  const [first, second] = [post(), post()]; // the second one follows on the same connection
  const refused = expect(second).rejects.toThrow(/ECONNREFUSED/); // it needs a new connection
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const closed = proxy?.close();
  held[0]?.end();
  expect(await first).toBe('close');
  await closed;
  await refused;
  agent.destroy();
});

test('it closes after a while when a call does not end', async () => {
  const url = await open([await aProcess('commands', () => {})], [], [], 50);
  const call = fetch(`${url}/api/leads`, { method: 'POST' }).catch(() => 'cut');
  await new Promise((resolve) => servers.at(-1)?.once('request', resolve));
  await proxy?.close();
  expect(await call).toBe('cut');
});

test('an upgrade reaches a process with the address of the browser, also when another one refuses', async () => {
  const target = await aProcess('projections', named('no upgrade'));
  servers.at(-1)?.on('upgrade', (call, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n${call.headers['x-forwarded-for']}`,
    );
  });
  const url = await open([target], [{ kind: 'projections', port: await freePort() }]);
  for (const _ of [1, 2]) {
    const text = await new Promise<string>((resolve, reject) => {
      const headers = { connection: 'Upgrade', upgrade: 'x', 'x-forwarded-for': '8.8.8.8' };
      get(`${url}/socket.io/?transport=websocket`, { headers })
        .on('upgrade', (_, socket, head) => {
          socket.destroy();
          resolve(head.toString());
        })
        .on('error', reject);
    });
    expect(text).toBe('127.0.0.1');
  }
});

test.each([
  [[], '127.0.0.1'],
  [['127.0.0.0/8'], '8.8.8.8, 127.0.0.1'],
])('with trusted peers %j a process gets the addresses %s', async (trust, addresses) => {
  const forwarded: RequestListener = (call, response) => response.end(call.headers['x-forwarded-for']);
  const target = await aProcess('projections', forwarded);
  servers.at(-1)?.on('upgrade', (call, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n${call.headers['x-forwarded-for']}`,
    );
  });
  const url = await open([target], [], trust);
  const headers = { 'x-forwarded-for': '8.8.8.8' };
  expect(await answerOf(fetch(`${url}/api/leads`, { headers }))).toEqual([200, addresses]);
  const text = await new Promise<string>((resolve, reject) => {
    get(`${url}/socket.io/?transport=websocket`, {
      headers: { ...headers, connection: 'Upgrade', upgrade: 'x' },
    })
      .on('upgrade', (_, socket, head) => {
        socket.destroy();
        resolve(head.toString());
      })
      .on('error', reject);
  });
  expect(text).toBe(addresses);
});
