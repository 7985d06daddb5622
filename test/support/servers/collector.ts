import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeTraces } from '../../../domain/usage/decode-traces.ts';
import type { SentSpan, SentTraces } from '../../../domain/usage/otlp.ts';

/** A span as a collector got it, with attributes of the span and of its resource by name. */
export type CollectedSpan = SentSpan & { values: Record<string, string | number> };

export type Collector = {
  url: string;
  spans: CollectedSpan[];
  headers: IncomingHttpHeaders[];
  paths: string[];
  stop: () => Promise<void>;
};

/** A collector of OpenTelemetry on the loopback address, for JSON and Protocol Buffers. */
export async function startCollector(): Promise<Collector> {
  const [spans, headers, paths]: [CollectedSpan[], IncomingHttpHeaders[], string[]] = [[], [], []];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const isJson = request.headers['content-type']?.includes('json') === true;
      const traces = isJson ? (JSON.parse(body.toString()) as SentTraces) : decodeTraces(body);
      spans.push(...spansOf(traces));
      headers.push(request.headers);
      paths.push(request.url ?? '');
      response.writeHead(200, { 'content-type': request.headers['content-type'] });
      response.end(isJson ? '{}' : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    paths,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansOf({ resourceSpans = [] }: SentTraces): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans
      .flatMap(({ spans = [] }) => spans)
      .map((span) => ({
        ...span,
        values: Object.fromEntries(
          [...(resource?.attributes ?? []), ...(span.attributes ?? [])].map(({ key, value }) => [
            key,
            value?.stringValue ?? Number(value?.intValue ?? value?.doubleValue),
          ]),
        ),
      })),
  );
}
