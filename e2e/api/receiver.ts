import { createServer } from 'node:http';
import { listen } from '@crm/platform/net/listen.ts';

/** One request as the partner received it. */
export type Receipt = { path: string; headers: Record<string, string>; body: string };

/** Starts a partner on 127.0.0.1 that stores requests and answers as configured. */
export async function openReceiver() {
  const receipts: Receipt[] = [];
  /** `echo` answers with the received request, as careless partners do. */
  const answers = { status: 200, body: '{"ok":true}', echo: false };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, String(v)]));
      receipts.push({ path: request.url ?? '', headers, body });
      const answer = answers.echo
        ? JSON.stringify({ error: `You said ${JSON.stringify(headers)}` })
        : answers.body;
      response.writeHead(answers.status, { 'content-type': 'application/json' }).end(answer);
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    receipts,
    answers,
    /** Restores the initial state. */
    forget: () => {
      receipts.length = 0;
      Object.assign(answers, { status: 200, body: '{"ok":true}', echo: false });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
