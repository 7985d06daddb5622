import { createHash } from 'node:crypto';
import type { Tx } from '../db/connect.ts';
import {
  claimIdempotencyKey,
  deleteIdempotencyKey,
  findIdempotencyKey,
  updateIdempotencyAnswer,
  updateIdempotencyWork,
} from '../db/tables/idempotency-keys.ts';
import type { IdempotencyKey, StoredAnswer } from '../db/tables/idempotency-keys.ts';
import { Refusal, refuse } from '../domain/errors.ts';
import { pause } from '../lib/clock.ts';
import { isStorable } from '../lib/json.ts';
import type { Principal } from '../domain/principal.ts';
import type { Answer } from './route.ts';
import type { Services } from './services.ts';

/** How a handler of a POST is run: `joinedWork` is the work that an earlier request with this key waits for. */
export type IdempotentRun = {
  joinedWork: string | undefined;
  noteWork: (tx: Tx, workId: string) => Promise<void>;
};

type Request = {
  key: string | undefined;
  method: string;
  url: string;
  body: string;
  principal: Principal;
  /** The answer holds a secret, which must not be stored. */
  shownOnce: boolean;
  /** Turns a refusal into the answer that the client gets, so that repetitions get it too. */
  explain: (refusal: Refusal) => Answer;
};

const longestKey = 255;
const inProgress = 'The first request with this Idempotency-Key is still being handled; try again.';

/** A repetition that comes too early waits three seconds. */
const looks = 60;
const lookEveryMs = 50;

const keptHeaders = ['content-type', 'location', 'location-html', 'etag'];

/**
 * Runs a POST once per Idempotency-Key (decisions §1): a repetition gets the stored answer or joins the work
 * that is still going on; the key with another request is refused. Answers of status 5xx are not stored, nor
 * 202, behind which the same request may find the result. Without a key the handler just runs.
 */
export async function runIdempotently(
  services: Services,
  request: Request,
  handle: (run: IdempotentRun) => Promise<Answer>,
): Promise<Answer> {
  if (request.key === undefined) {
    return handle({ joinedWork: undefined, noteWork: () => Promise.resolve() });
  }
  const key = toIdempotencyKey(request.key, request.principal);
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${request.body}`)
    .digest();
  const stored = await claimOrFind(services, key, hash);
  const again = stored && repeated(stored, hash);
  if (again) return again;
  let hasWork = stored?.workId !== undefined && stored.workId !== null;
  const run: IdempotentRun = {
    joinedWork: stored?.workId ?? undefined,
    noteWork: (tx, workId) => {
      hasWork = true;
      return updateIdempotencyWork(tx, key, workId);
    },
  };
  // Who asks again while the work goes on joins it; other 202s are answers like all.
  const isFinal = ({ status }: Answer): boolean => status !== 202 || !hasWork;
  return handleAndStore(services, key, { handle: () => handle(run), isFinal }, request);
}

/**
 * Undefined for the first request with the key; for others what is stored, after a while for the first one's answer
 * when nothing is known of it yet.
 */
async function claimOrFind(
  { database: { knex: db }, clock, draining }: Services,
  key: IdempotencyKey,
  hash: Buffer,
): Promise<StoredAnswer | undefined> {
  for (let look = 1; ; look++) {
    if (await claimIdempotencyKey(db, key, hash, clock.now())) return undefined;
    const stored = await findIdempotencyKey(db, key);
    if (stored && isTelling(stored, hash)) return stored;
    if (look >= looks || draining.aborted) return refuse('request_in_progress', inProgress);
    await pause(lookEveryMs, draining);
  }
}

/** Whether it is to be answered, to be joined, or another request. */
function isTelling({ status, workId, requestHash }: StoredAnswer, hash: Buffer): boolean {
  return status !== null || workId !== null || !requestHash.equals(hash);
}

async function handleAndStore(
  services: Services,
  key: IdempotencyKey,
  { handle, isFinal }: { handle: () => Promise<Answer>; isFinal: (answer: Answer) => boolean },
  { shownOnce, explain }: Pick<Request, 'shownOnce' | 'explain'>,
): Promise<Answer> {
  const db = services.database.knex;
  try {
    const answer = await handle();
    const kept = shownOnce ? { ...explain(shownBefore()), headers: answer.headers ?? {} } : answer;
    if (isFinal(answer)) await updateIdempotencyAnswer(db, key, toStored(kept));
    return answer;
  } catch (error) {
    const answer = error instanceof Refusal ? explain(error) : undefined;
    if (answer && answer.status < 500) {
      await updateIdempotencyAnswer(db, key, toStored(answer));
      return answer;
    }
    await deleteIdempotencyKey(db, key);
    throw error;
  }
}

/** What repetitions get instead of an answer that showed a secret. */
function shownBefore(): Refusal {
  return new Refusal(
    'shown_only_once',
    'The first request with this Idempotency-Key succeeded, and its answer is not kept because it shows a secret. When it is lost, delete what Location names and make a new one with another Idempotency-Key.',
  );
}

/** The key of a principal; refuses values that cannot be one. */
export function toIdempotencyKey(key: string, principal: Principal): IdempotencyKey {
  if (key.length > longestKey || !isStorable(key)) {
    refuse('bad_request', `An Idempotency-Key has at most ${longestKey} characters.`);
  }
  return { organizationId: principal.organizationId, principal: principal.name, key };
}

/** The stored answer; undefined when the request joins its work. `stored` is telling. */
function repeated(stored: StoredAnswer, hash: Buffer): Answer | undefined {
  if (!stored.requestHash.equals(hash)) {
    refuse(
      'idempotency_key_reused',
      'This Idempotency-Key was sent before with another request; use a new one.',
    );
  }
  if (stored.status !== null) {
    const headers = JSON.parse(stored.headers ?? '{}') as Record<string, string>;
    const { 'content-type': contentType, ...others } = headers;
    return {
      status: stored.status,
      headers: others,
      text: stored.body ?? '',
      ...(contentType && { contentType }),
    };
  }
  return undefined;
}

function toStored(answer: Answer): {
  status: number;
  headers: Record<string, string>;
  body: string;
} {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries({
    'content-type': answer.contentType,
    ...answer.headers,
  })) {
    if (value !== undefined && keptHeaders.includes(name.toLowerCase()))
      headers[name.toLowerCase()] = value;
  }
  const body = answer.text ?? (answer.json === undefined ? '' : JSON.stringify(answer.json));
  return { status: answer.status, headers, body };
}
