import type { Source, SourceAccess } from '../../../connectors/connector.ts';
import { openSource } from '../../../connectors/open-source.ts';

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

/** What a promise rejects with. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error as Error,
  );
}
