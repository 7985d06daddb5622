import { currentTraceparent, inSpan, isTracing } from '../lib/tracing/tracing.ts';
import type { Source } from './connector.ts';

/**
 * Makes a span of each statement of a source, and adds its traceparent to the statement as a comment (sqlcommenter), so that
 * logs of the platform name the trace. Unchanged if this process makes no spans.
 */
export function traceSource(source: Source, serverType: string): Source {
  if (!isTracing()) return source;
  const span = {
    name: `query ${serverType}`,
    kind: 'client',
    attributes: { 'db.system.name': serverType },
  } as const;
  return {
    ...source,
    query: (sql) => inSpan(span, () => source.query(withTraceparent(sql))),
    queryRule: (sql, maxRows) =>
      inSpan(span, () => source.queryRule(withTraceparent(sql), maxRows)),
  };
}

/** The comment begins a line of its own, because the statement may end with a comment. */
function withTraceparent(sql: string): string {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? sql : `${sql}\n/*traceparent='${traceparent}'*/`;
}
