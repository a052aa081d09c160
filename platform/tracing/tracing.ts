/** A W3C trace context, `00-{trace id}-{span id}-{flags}`: the header `traceparent` and a field of an event's meta. */
export type TraceParent = string;

type SpanOptions = {
  /** 'server' and 'client' are requests in and out; 'internal' is everything else. */
  kind: 'server' | 'client' | 'internal';
  /** The span that caused this one; without it, a new trace begins. */
  parent: TraceParent | null | undefined;
  /** Other spans that caused this one, of a batch of events. */
  links?: readonly TraceParent[];
  /** Never personal data, secrets or texts of users. */
  attributes?: Attributes;
};
type Attributes = Record<string, string | number | boolean | undefined>;

export type OpenSpan = {
  traceparent: TraceParent;
  /** @param failed a short reason of our own, never an error's message, which may quote data */
  end: (attributes?: Attributes, failed?: string) => void;
};

/** The interface that ../tracing/otlp.ts implements with the OpenTelemetry SDK. */
export type Tracer = { start: (name: string, options: SpanOptions) => OpenSpan };

/** One per process, like OpenTelemetry's own: a span may begin anywhere, and without a tracer it costs one comparison. */
let tracer: Tracer | null = null;

/** Sets the tracer of the process; null turns tracing off. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

/** Begins a span; null while tracing is off. */
export const startSpan = (name: string, options: SpanOptions): OpenSpan | null =>
  tracer === null ? null : tracer.start(name, options);

/** Runs work inside a span, which fails when the work throws. */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | null) => Promise<T>,
  resultOf: (result: T) => Attributes = () => ({}),
): Promise<T> {
  return tracer === null ? work(null) : within(tracer.start(name, options), work, resultOf);
}

async function within<T>(
  span: OpenSpan,
  work: (span: OpenSpan) => Promise<T>,
  resultOf: (result: T) => Attributes,
): Promise<T> {
  try {
    const result = await work(span);
    span.end(resultOf(result));
    return result;
  } catch (error) {
    span.end({}, error instanceof Error ? error.name : 'error');
    throw error;
  }
}
