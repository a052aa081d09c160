import type { Config } from '../config/config.ts';
import type { Stopper } from '../shutdown/stop.ts';
import { setTracer } from './tracing.ts';

/** The last spans are sent within this time at a stop; those of a collector that is away are lost. */
const LAST_SPANS_MS = 3_000;

/** Turns tracing on if it is configured. OpenTelemetry is loaded only then. */
export async function openTracing(tracing: Config['tracing'], { onStop }: Stopper): Promise<void> {
  switch (tracing.kind) {
    case 'off':
      return;
    case 'otlp': {
      const { openOtlpTracer } = await import('./otlp.ts');
      const tracer = openOtlpTracer(tracing);
      setTracer(tracer);
      onStop(
        'traces',
        async () => {
          setTracer(null);
          await tracer.close().catch(() => {}); // counted as failed
        },
        LAST_SPANS_MS,
      );
      return;
    }
    default:
      return tracing satisfies never;
  }
}
