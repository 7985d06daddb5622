import { openAnswerFaults } from '../support/chaos/answer-faults.ts';
import type { AnswerFaults, StatementAnswer } from '../support/chaos/answer-faults.ts';
import { isOpen } from '../support/chaos/loads/books.ts';
import type { Member } from '../support/chaos/fleet.ts';
import { tryBound } from '../support/chaos/bounds.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { startInstallationOn, untilReady } from '../support/chaos/installation.ts';
import type { Installation } from '../support/chaos/installation.ts';
import { doneOnce, fileContract, prepareKeyedPosts } from '../support/chaos/keyed-posts.ts';
import type { KeyedPost } from '../support/chaos/keyed-posts.ts';
import type { TestAnswer } from '../support/http/api.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

let wire: AnswerFaults;
let ours: Installation;
let posts: KeyedPost[];

beforeAll(async () => {
  ensureBuilt();
  const store = await createTestDatabase();
  wire = await openAnswerFaults(store.url);
  const env = { DATABASE_URL: wire.through(store.url), DATABASE_LISTEN_URL: store.url };
  ours = await startInstallationOn(store, { apis: 2, env });
  posts = await prepareKeyedPosts(ours);
}, 300_000);
afterAll(async () => {
  await ours?.stop();
  await wire?.close();
});

/** A POST that a client sends with one key until it is answered. */
type Attempt = { post: KeyedPost; mark: string; fault: string };

let marks = 0;

async function newAttempt(post: KeyedPost, fault: string): Promise<Attempt> {
  const mark = `mark-${(marks += 1)}`;
  if (post.name === 'test request') await fileContract(ours, mark);
  return { post, mark, fault };
}

/** Sends it once; undefined when the connection broke. */
async function sendOnce({ post, mark }: Attempt, api: number): Promise<TestAnswer | undefined> {
  const [path, options] = post.request(mark);
  const headers = { ...options.headers, 'idempotency-key': mark };
  const signal = AbortSignal.timeout(45_000);
  return ours
    .send('POST', path, { ...options, headers, api, signal })
    .catch((error: unknown): undefined => {
      if ((error as Error).name === 'TimeoutError') throw error;
    });
}

/** Repeats it until it is answered, as its client would, and says what is wrong then. */
async function repeat(attempt: Attempt, api: number): Promise<string[]> {
  const { post, mark, fault } = attempt;
  const what = `${post.name}, ${fault}`;
  const settle = (): Promise<TestAnswer> =>
    until(
      `${what}: a repeat is answered`,
      async () => {
        const found = await sendOnce(attempt, api);
        return found && !isOpen(found) && isComplete(post, found) && found;
      },
      80_000,
    );
  const [answer, again] = [await settle(), await settle()];
  const effects = await post.effects(mark);
  return [
    ...(answer.status === post.status ? [] : [`${what}: ${answer.status} ${answer.text}`]),
    ...(post.resumes || sameAnswer(answer, again) ? [] : [`${what}: repeats differ`]),
    ...(JSON.stringify(effects) === JSON.stringify(doneOnce[post.name])
      ? []
      : [`${what}: ${JSON.stringify(effects)}`]),
  ];
}

/** An import that broke off says so in its last line. */
const isComplete = ({ resumes }: KeyedPost, { text }: TestAnswer): boolean =>
  !resumes || text.includes('"summary"');

const sameAnswer = (one: TestAnswer, other: TestAnswer): boolean =>
  one.status === other.status &&
  one.text === other.text &&
  one.headers.get('location') === other.headers.get('location');

/** Sends a POST with a fault at the answer of that number among those that are wanted; undefined when there are not so many. */
async function strike(
  post: KeyedPost,
  [number, isWanted]: [number, (answer: StatementAnswer) => boolean],
  fault: () => void,
): Promise<Attempt | undefined> {
  const attempt = await newAttempt(post, '');
  let seen = 0;
  wire.arm(
    (answer) => isWanted(answer) && seen++ === number,
    ({ command }) => {
      attempt.fault = `fault at answer ${number} (${command})`;
      fault();
    },
  );
  const answer = await sendOnce(attempt, 0);
  wire.disarm();
  // It may have struck something that ran beside, or behind the answer.
  if (answer && !isOpen(answer))
    expect([attempt.fault, answer.status]).toEqual([attempt.fault, post.status]);
  return attempt.fault === '' ? undefined : attempt;
}

/** A repeat that fails is one more thing that is wrong: the others go on meanwhile. */
const repeatAside = (attempt: Attempt): Promise<string[]> =>
  repeat(attempt, 1).catch((error: Error) => [error.message]);

test('a POST with a key is done once, wherever its connection to Postgres is cut', async () => {
  await tryBound('connections cut behind every statement of 6 POSTs', 'done once', async () => {
    const repeats: Promise<string[]>[] = [];
    for (const post of posts) {
      for (let number = 0; ; number++) {
        const attempt = await strike(post, [number, () => true], () => undefined);
        if (!attempt) break;
        repeats.push(repeatAside(attempt));
      }
    }
    expect((await Promise.all(repeats)).flat()).toEqual([]);
    return `${repeats.length} cuts, each POST done once, its answer the same again`;
  });
}, 600_000);

/** The commit of a transaction. */
const isCommit = ({ command }: StatementAnswer): boolean => command === 'COMMIT';

/** A statement that writes alone: it claims a key, is the whole POST, or stores an answer. */
const isLoneWrite = ({ command, isCommitted }: StatementAnswer): boolean =>
  isCommitted && ['INSERT', 'UPDATE', 'SELECT'].includes(command);

test('a POST with a key is done once when its API is killed behind a commit', async () => {
  const [killed] = ours.apis as [Member, ...Member[]];
  const kill = (): void => void killed.process.child.kill('SIGKILL');
  await tryBound('an API killed behind the commit of 6 POSTs', 'done once', async () => {
    const repeats: Promise<string[]>[] = [];
    const strikeAndRestart = async (post: KeyedPost, at: Parameters<typeof strike>[1]) => {
      const attempt = await strike(post, at, kill);
      if (!attempt) return false;
      await ours.fleet.killAndRestart(killed);
      repeats.push(repeatAside(attempt));
      await untilReady(ours.address, ours.fleet);
      return true;
    };
    for (const post of posts) {
      if (await strikeAndRestart(post, [0, isCommit])) continue;
      // Sent in one statement, which is one of these.
      for (const number of [2, 3, 4]) await strikeAndRestart(post, [number, isLoneWrite]);
    }
    expect((await Promise.all(repeats)).flat()).toEqual([]);
    return `${repeats.length} kills, each POST done once, its answer the same again`;
  });
}, 600_000);
