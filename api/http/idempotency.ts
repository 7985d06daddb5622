import { createHash } from 'node:crypto';
import type { Tx } from '../../db/connect.ts';
import {
  findIdempotencyKey,
  idempotencyLock,
  insertIdempotencyKey,
  isKeyHandled,
  updateIdempotencyAnswer,
} from '../../db/tables/work/idempotency-keys.ts';
import type {
  IdempotencyKey,
  StoredAnswer,
  StoredRequest,
} from '../../db/tables/work/idempotency-keys.ts';
import { LockTaken, transactLocked } from '../../db/transact.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { pause } from '../../lib/clock.ts';
import { isStorable } from '../../lib/json/json.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Answer, Handled } from '../exchange.ts';
import type { Services } from '../services.ts';

/**
 * Context of a POST handler: `joinedWork` is the work that an earlier request with this key waits for. If the request has a key,
 * the database of `services` is one transaction.
 */
export type IdempotentRun = { joinedWork: string | undefined; services: Services };

type Request = {
  key: string | undefined;
  method: string;
  url: string;
  body: string;
  principal: Principal;
  /** True if the answer contains a secret, which must not be stored. */
  shownOnce: boolean;
  /** Turns a refusal into the client's answer, so that it is stored for repetitions too. */
  explain: (refusal: Refusal) => Answer;
};

type Handle = (run: IdempotentRun) => Promise<Handled>;

/** A request with an Idempotency-Key. */
type KeyedRequest = {
  services: Services;
  request: Request;
  key: IdempotencyKey;
  hash: Buffer;
  handle: Handle;
};

const maxKeyLength = 255;
const inProgress = 'The first request with this Idempotency-Key is still being handled; try again.';

/** A repetition that arrives too early waits up to three seconds. */
const looks = 60;
const lookEveryMs = 50;

/**
 * Runs a POST once per Idempotency-Key: everything the handler does is one transaction, which also stores the result for
 * repetitions: the answer, or the work that the request waits for. So the effects are committed exactly when a result is stored.
 * The transaction holds a lock on the key until it ends, also when its process dies: a key without lock and without answer is
 * free. Refusals are stored too, answers of status 5xx are not. Without a key the handler just runs
 * (docs/decisions/0028-the-answer-commits-with-the-effect.md).
 */
export async function runIdempotently(
  services: Services,
  request: Request,
  handle: Handle,
): Promise<Answer> {
  if (request.key === undefined) {
    return settle(services, await handle({ joinedWork: undefined, services }));
  }
  const key = toIdempotencyKey(request.key, request.principal);
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${request.body}`)
    .digest();
  const keyed = { services, request, key, hash, handle };
  const { knex: db } = services.database;
  for (let look = 1; ; look++) {
    const stored = await findIdempotencyKey(db, key);
    const isFree = !stored && (look === 1 || !(await isKeyHandled(db, key)));
    const answer = stored ? await repeat(keyed, stored) : isFree && (await handleFirst(keyed));
    if (answer) return answer;
    // No connection is held during the pause.
    if (look >= looks || services.draining.aborted) refuse('request_in_progress', inProgress);
    await pause(lookEveryMs, services.draining);
  }
}

/** The answer of a handler, after waiting for its work if necessary. */
export async function settle(services: Services, handled: Handled): Promise<Answer> {
  return 'workId' in handled ? handled.answer(services) : handled;
}

/** Undefined if another request with the key is being handled, or was faster. */
async function handleFirst(keyed: KeyedRequest): Promise<Answer | undefined> {
  const { services, handle } = keyed;
  try {
    const handled = await transactForKey(keyed, async (services) => {
      const handled = await handle({ joinedWork: undefined, services });
      await store(services.database.knex as Tx, keyed, handled);
      return handled;
    });
    if (!('workId' in handled)) return handled;
    return await answerWork(keyed, () => handled.answer(services));
  } catch (error) {
    if (error instanceof LockTaken) return undefined;
    throw error;
  }
}

/** A refusal rolls back everything that the handler did, and is stored as the answer. */
async function transactForKey(
  keyed: KeyedRequest,
  work: (services: Services) => Promise<Handled>,
): Promise<Handled> {
  const { services, key } = keyed;
  const lock = idempotencyLock(key);
  const run = <T>(part: (services: Services) => Promise<T>): Promise<T> =>
    transactLocked(services.database, lock, (database) => part({ ...services, database }));
  try {
    return await run(work);
  } catch (error) {
    const answer = refusalOf(keyed, error);
    await run(({ database }) => store(database.knex as Tx, keyed, answer));
    return answer;
  }
}

/** The answer of a refusal; rethrows other errors and refusals that a retry may resolve. */
function refusalOf({ request }: KeyedRequest, error: unknown): Answer {
  const answer = error instanceof Refusal ? request.explain(error) : undefined;
  if (answer && answer.status < 500) return answer;
  throw error;
}

/** Stores the result of a request; if another request was faster, the transaction must not be committed. */
async function store(
  tx: Tx,
  { services, key, hash, request }: KeyedRequest,
  handled: Handled,
): Promise<void> {
  const outcome = 'workId' in handled ? { workId: handled.workId } : toStored(handled, request);
  const now = services.clock.now();
  if (await insertIdempotencyKey(tx, key, { requestHash: hash, now, outcome })) return;
  throw new LockTaken('another request with this Idempotency-Key has committed');
}

/** The answer of the first request with the key; undefined if it is not known yet. */
async function repeat(keyed: KeyedRequest, stored: StoredRequest): Promise<Answer | undefined> {
  const { services, hash, handle } = keyed;
  if (!stored.requestHash.equals(hash)) {
    refuse(
      'idempotency_key_reused',
      'This Idempotency-Key was already used for a different request; use a new key.',
    );
  }
  if (stored.status !== null) return fromStored(stored.status, stored);
  const { workId: joinedWork } = stored;
  if (joinedWork === null) return undefined;
  return answerWork(keyed, async () => settle(services, await handle({ joinedWork, services })));
}

/** Stores the answer of the finished work outside of a transaction; until then, repetitions join the work. */
async function answerWork(keyed: KeyedRequest, wait: () => Promise<Answer>): Promise<Answer> {
  const { services, key, request } = keyed;
  const answer = await wait().catch((error: unknown) => refusalOf(keyed, error));
  // After a 202, the same request may find the result later.
  if (answer.status !== 202) {
    await updateIdempotencyAnswer(services.database.knex, key, toStored(answer, request));
  }
  return answer;
}

/** Refuses to restart work that the first request with the key started and that has been deleted since. */
export function refuseDeletedWork(): never {
  return refuse(
    'gone',
    'The result of the first request with this Idempotency-Key was deleted. To start again, send another Idempotency-Key.',
  );
}

/** The refusal for repetitions of a request whose answer showed a secret. */
function shownBefore(): Refusal {
  return new Refusal(
    'shown_only_once',
    'The first request with this Idempotency-Key succeeded, and its answer is not kept because it shows a secret. If the answer is lost, delete the resource in Location and create a new one with another Idempotency-Key.',
  );
}

/** The key of a principal; refuses values that cannot be one. */
export function toIdempotencyKey(key: string, principal: Principal): IdempotencyKey {
  if (key.length > maxKeyLength || !isStorable(key)) {
    refuse('bad_request', `An Idempotency-Key has at most ${maxKeyLength} characters.`);
  }
  return { organizationId: principal.organizationId, principal: principal.name, key };
}

function fromStored(status: number, { headers, body }: StoredRequest): Answer {
  const { 'content-type': contentType, ...others } = JSON.parse(headers ?? '{}') as Record<
    string,
    string
  >;
  return { status, headers: others, text: body ?? '', ...(contentType && { contentType }) };
}

function toStored(answer: Answer, { shownOnce, explain }: Request): StoredAnswer {
  const isSecret = shownOnce && answer.status < 300;
  const kept = isSecret ? { ...explain(shownBefore()), headers: answer.headers } : answer;
  const named = Object.entries({ ...kept.headers, 'content-type': kept.contentType });
  const headers: Record<string, string> = {};
  for (const [name, value] of named) if (value !== undefined) headers[name.toLowerCase()] = value;
  const body = kept.text ?? (kept.json === undefined ? '' : JSON.stringify(kept.json));
  return { status: kept.status, headers, body };
}
