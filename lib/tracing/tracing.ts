/** What a span tells about its work. */
export type SpanStart = {
  name: string;
  kind: 'server' | 'consumer' | 'producer' | 'client';
  /** The span, in another process, that caused the work; by default that of the caller. */
  parent?: string | undefined;
  attributes: Readonly<Record<string, string | number>>;
};

/** Changes a span while its work runs. */
export type OpenSpan = {
  rename: (name: string) => void;
  set: (attributes: Readonly<Record<string, string | number>>) => void;
  /** Marks the span as failed, without the text of the error, which may quote data. */
  fail: (type: string) => void;
};

/** Makes and exports spans. */
export type Tracer = {
  run: <T>(span: SpanStart, work: (open: OpenSpan) => Promise<T>) => Promise<T>;
  traceparent: () => string | undefined;
  /** Exports what is left. */
  stop: () => Promise<void>;
};

let tracer: Tracer | undefined;

/** Makes all later work of this process traced, or with undefined none. */
export function setTracer(made: Tracer | undefined): void {
  tracer = made;
}

/** True if this process makes spans. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

const nothing: OpenSpan = { rename: () => undefined, set: () => undefined, fail: () => undefined };

/** Runs work in a span, or just runs it if this process makes none. */
export function inSpan<T>(span: SpanStart, work: (open: OpenSpan) => Promise<T>): Promise<T> {
  return tracer ? tracer.run(span, work) : work(nothing);
}

/** The current span in the form of W3C Trace Context; undefined if there is none. */
export function currentTraceparent(): string | undefined {
  return tracer?.traceparent();
}

const pattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** True if a text is a traceparent of W3C Trace Context. */
export function isTraceparent(text: string | undefined): text is string {
  return text !== undefined && pattern.test(text);
}

/** Exports the spans that are left; a collector that does not answer delays no end of a process. */
export async function stopTracing(): Promise<void> {
  const stopped = tracer;
  tracer = undefined;
  await stopped?.stop();
}
