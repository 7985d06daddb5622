import type { Source, SourceAccess } from '../../../connectors/connector.ts';
import { openSource } from '../../../connectors/open-source.ts';
import { until } from '../../support/until.ts';

const opened: Source[] = [];

/** Opens a source of a contract's server; `closeTestSources` closes it. */
export async function openTestSource(
  server: Record<string, unknown>,
  access: SourceAccess,
  signal: AbortSignal = new AbortController().signal,
): Promise<Source> {
  const type = String(server['type']);
  const source = await openSource({ ...server, server: 'under-test', type }, access, signal);
  opened.push(source);
  return source;
}

/** Closes what the test opened. */
export async function closeTestSources(): Promise<void> {
  await Promise.all(opened.splice(0).map((source) => source.close()));
}

/**
 * Number of sessions that answer a statement which returns its session as `id`: batches are repeated until as many as expected
 * have answered, because opening a session may take longer than the statements of the others.
 */
export async function countSessions(
  source: Source,
  statement: string,
  { expected, batch = 9 }: { expected: number; batch?: number },
): Promise<number> {
  const seen = new Set<unknown>();
  await until(`${expected} sessions answer`, async () => {
    const answers = await Promise.all(Array.from({ length: batch }, () => source.query(statement)));
    for (const [row] of answers) seen.add(row?.['id']);
    return seen.size >= expected;
  });
  return seen.size;
}

/** What a promise rejects with. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as Error,
  );
}
