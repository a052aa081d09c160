import type { Socket } from 'node:net';
import { refusals } from '@crm/contracts/refusals.ts';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { isUnavailable } from '../failures/classify.ts';
import { outageLog } from '../log/outage.ts';
import { addCompress } from './compress.ts';
import { correlate, requestIdOf } from './correlation.ts';
import { HEAD_LIMIT } from './head-limit.ts';
import { formOf, jsonOf } from './read-body.ts';
import { refused } from './result.ts';
import { sendRefused } from './send-result.ts';

/** Limit of a body: 1 MiB. Spreadsheets have their own route. */
const BODY_LIMIT = 1024 * 1024;
/** Time for the headers of a request; Node checks it four times as often. For bodies: refuseSlowBodies. */
const HEADERS_MS = 20_000;
/** Limit of connections, for requests and live push together; further ones are closed at once. */
const MAX_CONNECTIONS = 10_000;

/** No route has a schema of Fastify's (check-input.ts checks requests): its compilers would take 0.04 s of each start. */
const unused = () => {
  throw new Error('A route has a schema of its own');
};

/** Creates a Fastify server that parses bodies and answers errors like the API; the caller mounts the routes. */
export async function createServer(options: {
  log: FastifyBaseLogger;
  trustProxy: string[];
  /** Shorter for tests. */
  headersMs?: number;
}): Promise<FastifyInstance> {
  const { headersMs = HEADERS_MS } = options;
  const app = Fastify({
    http: {
      maxHeaderSize: HEAD_LIMIT,
      headersTimeout: headersMs,
      connectionsCheckingInterval: headersMs / 4,
    },
    loggerInstance: options.log,
    genReqId: requestIdOf,
    // Request logging is off: at ingest rates it would dominate the log. Failures are logged below.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    // A request on a connection that was accepted before the close is answered.
    return503OnClosing: false,
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    // Partners' settings have addresses such as /api/leads/.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // For an address that cannot be decoded.
    frameworkErrors: (_error, _request, reply) => sendRefused(reply, refused('no-such-call')),
    clientErrorHandler: answerUnreadable,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  correlate(app);
  readBodies(app);
  await addCompress(app);

  const logUnavailable = outageLog(options.log, 'unavailable');
  app.setErrorHandler((error: FastifyError, request, reply) => {
    switch (error.code) {
      case 'FST_ERR_CTP_BODY_TOO_LARGE':
        return sendRefused(reply, refused('too-large'));
      case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
        return sendRefused(reply, refused('unsupported-media-type'));
      case 'BODY_ENCODED':
        return sendRefused(reply, refused('unsupported-media-type', { message: NOT_ENCODED }));
      case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      case 'BAD_JSON':
        return sendRefused(reply, refused('bad-json'));
      default:
    }
    if (error.statusCode !== undefined && error.statusCode < 500)
      return sendRefused(reply, refused('bad-input'));
    if (isUnavailable(error)) {
      logUnavailable({ err: error, route: routeOf(request), correlationId: request.id });
      return sendRefused(reply, refused('unavailable'));
    }
    request.log.error({ err: error, method: request.method, route: routeOf(request) }, 'request failed');
    return reply.code(500).send({ success: false, message: 'An error occurred', code: 'internal' });
  });
  return app;
}

/** The path without its values: those of an address are personal data, such as the phone that a user searches for. */
const routeOf = ({ routeOptions: { url = 'none' } }: FastifyRequest) => url;

/** Answers calls without a route like the API. A process that serves the console does this in serveConsole. */
export function refuseUnknownCalls(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendRefused(reply, refused('no-such-call')));
}

const NOT_ENCODED = 'Send the body without Content-Encoding';

/** Accepts only JSON and forms, in any character encoding. An empty body counts as no body, with any content type. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const addParser = (
    type: string,
    parse: (bytes: Buffer, contentType: string) => { value: unknown } | null,
  ) =>
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, ({ headers }, bytes, done) => {
      const encoding = headers['content-encoding'];
      if (encoding !== undefined && encoding !== 'identity') return done(wrongBody('BODY_ENCODED'));
      const parsed = parse(bytes, headers['content-type'] ?? type);
      if (parsed) done(null, parsed.value);
      else done(wrongBody('BAD_JSON'));
    });
  addParser('application/json', jsonOf);
  addParser('application/x-www-form-urlencoded', (bytes, contentType) => ({
    value: formOf(bytes, contentType),
  }));
}

const wrongBody = (code: 'BODY_ENCODED' | 'BAD_JSON') =>
  Object.assign(new Error('The body cannot be read'), { code, statusCode: 400 });

/** The refusals for Node's error codes; any other code means an unreadable request. */
const clientErrors: Record<string, { refusal: 'too-large' | 'too-slow'; status: string }> = {
  HPE_HEADER_OVERFLOW: { refusal: 'too-large', status: '431 Request Header Fields Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { refusal: 'too-slow', status: '408 Request Timeout' },
};

/** Answers a request without a reply object (unreadable, or too slow to arrive) and closes its connection. */
function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const { refusal, status } = clientErrors[error.code] ?? { refusal: 'bad-input', status: '400 Bad Request' };
  const body = JSON.stringify({ success: false, message: refusals[refusal].message, code: refusal });
  socket.write(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
  socket.destroySoon(); // an end alone would leave the connection open until the sender closes it
}
