import type { Socket } from 'node:net';
import { refusals } from '@crm/contracts/refusals.ts';
import formbody from '@fastify/formbody';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import { StoreUnavailable } from '../event-store/port.ts';
import { isOutage } from '../postgres/outage.ts';
import { sendRefused } from './mount-routes.ts';
import { refused } from './result.ts';

/** A body may be 1 MiB; spreadsheets have a route of their own. */
const BODY_LIMIT = 1024 * 1024;

/** A Fastify with our way of reading bodies and of answering what went wrong; routes are mounted by the caller. */
export async function createServer(options: {
  log: FastifyBaseLogger;
  trustProxy: string[];
}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    // One line a request is written by nobody: ingest would drown everything else. Failures are logged below.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be decoded.
    frameworkErrors: (_error, _request, reply) => sendRefused(reply, refused('no-such-call')),
    clientErrorHandler: answerUnreadable,
  });
  await app.register(formbody, { bodyLimit: BODY_LIMIT });
  readJson(app);

  app.setErrorHandler((error: FastifyError, request, reply) => {
    switch (error.code) {
      case 'FST_ERR_CTP_BODY_TOO_LARGE':
        return sendRefused(reply, refused('too-large'));
      case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
        return sendRefused(reply, refused('unsupported-media-type'));
      case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      case 'FST_ERR_CTP_INVALID_JSON_BODY':
      case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      case 'BAD_JSON':
        return sendRefused(reply, refused('bad-json'));
      default:
    }
    if (error.statusCode !== undefined && error.statusCode < 500)
      return sendRefused(reply, refused('bad-input'));
    if (error instanceof StoreUnavailable || isOutage(error)) {
      request.log.warn({ err: error, url: request.url }, 'unavailable');
      return sendRefused(reply, refused('unavailable'));
    }
    request.log.error({ err: error, method: request.method, url: request.url }, 'request failed');
    return reply.code(500).send({ success: false, message: 'An error occurred', code: 'internal' });
  });
  return app;
}

/**
 * JSON and forms alone. A prototype inside comes through as a field, which checkInput refuses by its name; an empty
 * body is read as no body, whatever its content type says.
 */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, body, (error, value) => {
      if (error) done(Object.assign(new Error(error.message), { code: 'BAD_JSON', statusCode: 400 }));
      else done(null, value);
    });
  });
}

/** What is not even a request: there is no reply to send, only a socket to write to. */
function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const code = tooLarge ? 'too-large' : 'bad-input';
  const body = JSON.stringify({ success: false, message: refusals[code].message, code });
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
