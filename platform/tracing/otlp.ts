import {
  type Context,
  type Link,
  ROOT_CONTEXT as noParent,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { Counter } from 'prom-client';
import { programMetrics } from '../metrics/program-metrics.ts';
import type { TraceParent, Tracer } from './tracing.ts';

/** Spans that wait for the collector; further ones are dropped. About 4 MB. */
const MOST_WAITING = 4_096;
const EXPORT_EVERY_MS = 1_000;
const EXPORT_LIMIT_MS = 5_000;

const spans = new Counter({
  name: 'trace_spans_total',
  help: 'Ended spans: exported to the collector, failed (the collector did not take them) or dropped (too many waited)',
  labelNames: ['outcome'],
  registers: [programMetrics],
});

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/**
 * Opens a tracer that sends spans to an OpenTelemetry collector over OTLP/HTTP. Only ../tracing/open.ts imports this
 * module, when tracing is on. Contexts are passed explicitly (traceparent), so nothing of Node is patched and no promise
 * is followed.
 *
 * @param options.url the collector's base URL; spans go to `/v1/traces` below it
 * @param options.share of the traces that are collected, from 0 to 1. A caller's traceparent can only take its trace out:
 * any caller may send one
 */
export function openOtlpTracer(options: { url: string; service: string; share: number }): Tracer & {
  /** Sends the spans that wait, for a bounded time. */
  close: () => Promise<void>;
} {
  const { url, service, share } = options;
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_LIMIT_MS,
  });
  const ofShare = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
    // The trace id decides, so all spans of a trace are collected or none.
    sampler: new ParentBasedSampler({ root: ofShare, remoteParentSampled: ofShare }),
    spanProcessors: [boundedProcessor(exporter)],
  });
  const tracer = provider.getTracer('crm');
  return {
    start(name, { kind, parent, links = [], attributes = {} }) {
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, links: links.flatMap(linkTo) },
        contextOf(parent),
      );
      return {
        traceparent: traceparentOf(span.spanContext()),
        end(more = {}, failed) {
          for (const [key, value] of Object.entries(more))
            if (value !== undefined) span.setAttribute(key, value);
          if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}

/** The SDK's batches, with a limit of its own: the SDK drops spans without a count. */
function boundedProcessor(exporter: SpanExporter) {
  let waiting = 0;
  const counting: SpanExporter = {
    export: (batch, done) =>
      exporter.export(batch, (result) => {
        waiting -= batch.length;
        spans.inc({ outcome: result.code === 0 ? 'exported' : 'failed' }, batch.length);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: MOST_WAITING,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_LIMIT_MS,
  });
  return {
    onStart: () => {},
    onEnd(span: Parameters<BatchSpanProcessor['onEnd']>[0]) {
      if (span.spanContext().traceFlags === 0) return; // not sampled
      if (waiting >= MOST_WAITING) return spans.inc({ outcome: 'dropped' });
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function spanContextOf(traceparent: TraceParent): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** An unreadable traceparent counts as none. */
function contextOf(parent: TraceParent | null | undefined): Context {
  const context = parent ? spanContextOf(parent) : null;
  return context ? trace.setSpanContext(noParent, context) : noParent;
}

function linkTo(traceparent: TraceParent): Link[] {
  const context = spanContextOf(traceparent);
  return context ? [{ context }] : [];
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): TraceParent =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
