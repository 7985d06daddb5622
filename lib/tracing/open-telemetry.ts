import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, SpanContext } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { isTraceparent } from './tracing.ts';
import type { SpanStart, Tracer } from './tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

const kinds: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
  client: SpanKind.CLIENT,
};

/** A collector gets spans this late, and a process waits for it no longer at its end. */
const delayMs = 1_000;
const exportTimeoutMs = 2_000;

/** Creates the tracer of a process, which sends its spans to a collector in batches. */
export async function createTracer(
  role: string,
  endpoint: string,
  settings: TracingSettings,
): Promise<Tracer> {
  const exporter = await createExporter(endpoint, settings);
  const processor = new BatchSpanProcessor(exporter, {
    scheduledDelayMillis: delayMs,
    exportTimeoutMillis: exportTimeoutMs,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.otelServiceName,
      'concordat.role': role,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('concordat');
  return {
    run: ({ name, kind, parent, attributes }, work) => {
      const options = { kind: kinds[kind], attributes };
      return tracer.startActiveSpan(name, options, contextOf(parent), async (span) => {
        try {
          return await work({
            rename: (other) => span.updateName(other),
            set: (more) => span.setAttributes(more),
            fail: (type) => span.setAttribute('error.type', type).setStatus(failed),
          });
        } catch (error) {
          span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
          span.setStatus(failed);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    traceparent: () => {
      const span = trace.getSpanContext(context.active());
      return span && toTraceparent(span);
    },
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

const failed = { code: SpanStatusCode.ERROR };

async function createExporter(
  endpoint: string,
  { otelHeaders, otelProtocol }: TracingSettings,
): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    otelProtocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(otelHeaders.map(readHeader)),
    timeoutMillis: exportTimeoutMs,
  });
}

function readHeader(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  const value = pair.slice(at + 1);
  // Clients of other vendors write values that are not encoded.
  return [pair.slice(0, at), /%(?![0-9a-f]{2})/i.test(value) ? value : decodeURIComponent(value)];
}

function samplerOf({ otelSampler, otelSamplerRatio }: TracingSettings): Sampler {
  const root = rootSamplerOf(otelSampler.replace('parentbased_', ''), otelSamplerRatio);
  return otelSampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSamplerOf(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
}

/** The current context, or that of a span of another process. */
function contextOf(parent: string | undefined): Context {
  if (!isTraceparent(parent)) return context.active();
  const [, traceId = '', spanId = '', flags = '00'] = parent.split('-');
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(context.active(), span);
}

function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
