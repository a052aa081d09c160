import { createServer } from 'node:http';
import { listen } from '@crm/platform/net/listen.ts';
import { z } from 'zod';

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute).default([]),
});
/** The parts of OTLP/HTTP in JSON that the tests look at. */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});
/** `pid`: the process that sent the span. */
type ReceivedSpan = z.infer<typeof Span> & { pid: unknown };

/** Starts an OpenTelemetry collector on 127.0.0.1 that keeps the spans it gets. */
export async function openCollector() {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const sent = Export.parse(JSON.parse(body));
      for (const { resource, scopeSpans } of sent.resourceSpans) {
        const pid = resource.attributes.find(({ key }) => key === 'process.pid')?.value['intValue'];
        for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, pid })));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
