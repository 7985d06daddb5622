// Exports spans with the OpenTelemetry SDK for JavaScript, twice, and prints the results. It is a process of its own, because
// the exporters load their transport with import(), which Jest does not allow.
import { SpanKind } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

const { url, key, product, encoding, compression, count } = JSON.parse(process.argv[2]);

const memory = new InMemorySpanExporter();
const provider = new BasicTracerProvider({
  resource: resourceFromAttributes({
    'service.name': 'query-gateway',
    'dataproduct.id': product,
    'outputport.name': 'port-0',
  }),
  spanProcessors: [new SimpleSpanProcessor(memory)],
});
const tracer = provider.getTracer('gateway', '2.1.0');
for (let rows = 0; rows < count; rows++) {
  const attributes = {
    user: 'grace@example.com',
    role: 'analyst',
    rows,
    cost: 0.5,
    tags: ['a', 'b'],
  };
  tracer.startSpan('query', { kind: SpanKind.SERVER, attributes }).end();
}

const Exporter = encoding === 'json' ? JsonExporter : ProtobufExporter;
const exporter = new Exporter({ url, headers: { 'x-api-key': key }, compression });
const results = [];
for (let time = 0; time < 2; time++) {
  const result = await new Promise((resolve) => {
    exporter.export(memory.getFinishedSpans(), resolve);
  });
  results.push({ code: result.code, status: result.error?.code });
}
await exporter.shutdown();
process.stdout.write(JSON.stringify(results));
