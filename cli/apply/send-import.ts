import { randomUUID } from 'node:crypto';
import type { Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { ApiError } from '../http/api-error.ts';
import type { Violation } from '../http/api-error.ts';
import { pause } from '../../lib/clock.ts';
import { readLines } from './read-lines.ts';

/** What became of one document: a line of the answer of an import. */
export type ImportResult = {
  line: number;
  resource?: string;
  id?: string;
  status: 'created' | 'updated' | 'unchanged' | 'failed';
  change?: string;
  warning?: string;
  error?: { code: string; message: string; violations?: readonly Violation[] };
};

type AnswerLine = Partial<ImportResult> & { summary?: { documents: number } };

export type ImportRequest = {
  body: string;
  contentType: string;
  dryRun?: boolean | undefined;
  ownerTeamId?: string | undefined;
};

const maxAttempts = 10;

/** The server is still handling the part of the import that it got before the connection broke. */
const stillRunning = new Set(['request_in_progress', 'unavailable']);

const brokenOff = new Set(['no_server', 'connection_broken', 'import_ended_early']);

/**
 * Sends documents to the import. If the connection breaks after the answer has begun, the import is sent again under the same
 * Idempotency-Key and continues where it was. Calls back once for each document, in their order.
 */
export async function sendImport(
  { client, signal }: Pick<Context, 'client' | 'signal'>,
  request: ImportRequest,
  onResult: (result: ImportResult) => void | Promise<void>,
): Promise<void> {
  const key = randomUUID();
  let done = 0;
  let hasBegun = false;
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await client().open(toRequest(request, key));
      hasBegun = true;
      let seen = 0;
      for await (const line of readLines(answer)) {
        const result = JSON.parse(line) as AnswerLine;
        if (result.summary) return;
        if (result.line === undefined) throw endedEarly(result.error);
        seen += 1;
        if (seen <= done) continue;
        done = seen;
        await onResult(result as ImportResult);
      }
      throw endedEarly(undefined);
    } catch (error) {
      signal.throwIfAborted();
      if (!hasBegun || attempt >= maxAttempts || !isTemporary(error)) throw error;
      await pause(Math.min(250 * 2 ** attempt, 5_000), signal);
    }
  }
}

function toRequest({ body, contentType, dryRun, ownerTeamId }: ImportRequest, key: string) {
  return {
    method: 'POST',
    path: '/api/import',
    query: { ...(dryRun && { dryRun }), ownerTeamId },
    headers: { 'idempotency-key': key },
    body,
    contentType,
  };
}

function endedEarly(error: { message: string } | undefined): Failure {
  const reason = error?.message ?? 'the answer has no end';
  return new Failure(
    `The import ended early: ${reason} Run the command again to continue: stored documents are left as they are.`,
    exitCodes.failed,
    'import_ended_early',
  );
}

function isTemporary(error: unknown): boolean {
  if (error instanceof ApiError) return stillRunning.has(error.code);
  return error instanceof Failure && brokenOff.has(error.code);
}
