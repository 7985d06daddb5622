import { Type } from '@sinclair/typebox';
import type { Setting } from '../read-setting.ts';

const protocols = ['http/protobuf', 'http/json'] as const;
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type TracingProtocol = (typeof protocols)[number];
export type SamplerName = (typeof samplers)[number];

/** Settings of traces, with the names that OpenTelemetry prescribes. */
export const tracingSettings = {
  otelEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    schema: Type.Optional(
      Type.String({
        pattern: '^https?://[^/]+',
        description: 'an address like http://collector.example.com:4318',
      }),
    ),
    meaning: 'Collector of OpenTelemetry that gets traces at /v1/traces; without it none are made',
  },
  otelHeaders: {
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    schema: Type.Array(
      Type.String({ pattern: '^[^=\\s]+=.+$', description: 'pairs like name=value' }),
      { default: [], description: 'pairs like name=value, separated by commas' },
    ),
    meaning: 'Headers for the collector, as name=value, comma-separated, values URL-encoded',
    secret: true,
  },
  otelProtocol: {
    env: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    schema: Type.Unsafe<TracingProtocol>({
      type: 'string',
      enum: [...protocols],
      default: 'http/protobuf',
    }),
    meaning: 'http/protobuf or http/json',
  },
  otelServiceName: {
    env: 'OTEL_SERVICE_NAME',
    schema: Type.String({ default: 'concordat' }),
    meaning: 'Name of this installation in traces',
  },
  otelSampler: {
    env: 'OTEL_TRACES_SAMPLER',
    schema: Type.Unsafe<SamplerName>({
      type: 'string',
      enum: [...samplers],
      default: 'parentbased_always_on',
    }),
    meaning: `Which requests are traced: ${samplers.join(', ')}`,
  },
  otelSamplerRatio: {
    env: 'OTEL_TRACES_SAMPLER_ARG',
    schema: Type.Number({ default: 1, minimum: 0, maximum: 1 }),
    meaning: 'Share of the traced requests, from 0 to 1, for the samplers with traceidratio',
  },
} as const satisfies Record<string, Setting>;

/** Values of these settings. */
export type TracingSettings = {
  otelEndpoint?: string | undefined;
  otelHeaders: readonly string[];
  otelProtocol: TracingProtocol;
  otelServiceName: string;
  otelSampler: SamplerName;
  otelSamplerRatio: number;
};
