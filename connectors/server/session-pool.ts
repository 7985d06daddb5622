import type { Source, SourceRow } from '../connector.ts';

/**
 * A connection of a pool; it runs one statement at a time.
 *
 * tarn, the pool of Knex, cannot replace this pool. `acquire` takes the resource that was released last and cannot avoid the session
 * that holds the snapshot. It replaces every resource that broke or could not be created, and creates several at once, while a server
 * that refuses or ends a connection must not be asked for another. `destroy` waits until each used resource is released, while a
 * cancelled run must close the connection under its running statement.
 */
export type PooledSession = {
  query: (sql: string) => Promise<SourceRow[]>;
  /** As `Source.queryRule`; afterwards the session is as if it had just been opened, or closed. */
  queryRule: Source['queryRule'];
  /** False once the connection is closed. */
  isOpen: () => boolean;
  close: () => Promise<void>;
};

type Pool<Session> = {
  /** Waits for an idle session or opens one; returns the avoided session only if it is the only one. */
  acquire: (avoided?: Session) => Promise<Session>;
  release: (session: Session) => void;
  close: () => Promise<void>;
};

type PoolOptions<Session> = {
  open: () => Promise<Session>;
  max: number;
  first?: Session;
  /** True if every broken session is replaced; otherwise the pool shrinks. */
  replacesBroken: boolean;
};

type State<Session> = {
  options: PoolOptions<Session>;
  all: Set<Session>;
  idle: Session[];
  waiting: (() => void)[];
  max: number;
  isOpening: boolean;
  isClosed: boolean;
  hasReplacedLast: boolean;
};

function wakeAll({ waiting }: State<unknown>): void {
  for (const wake of waiting.splice(0)) wake();
}

function remove<Session>(state: State<Session>, session: Session): void {
  state.all.delete(session);
  if (!state.options.replacesBroken) {
    // An administrator or a full server that ends sessions is not asked for others. Only the last session is replaced, once,
    // because a standby server ends every session that conflicts with the changes it replays.
    const others = state.all.size + (state.isOpening ? 1 : 0);
    state.max = others === 0 && !state.hasReplacedLast ? 1 : others;
    state.hasReplacedLast ||= others === 0;
  }
  wakeAll(state);
}

function takeIdle<Session extends PooledSession>(
  state: State<Session>,
  avoided: Session | undefined,
): Session | undefined {
  for (;;) {
    const [session] = state.idle.filter((each) => each !== avoided).slice(-1);
    if (session === undefined) return undefined;
    state.idle.splice(state.idle.indexOf(session), 1);
    if (session.isOpen()) return session;
    remove(state, session);
  }
}

/** Returns undefined when the server refuses a further session while the pool has others to wait for. */
async function openFurther<Session extends PooledSession>(
  state: State<Session>,
): Promise<Session | undefined> {
  state.isOpening = true;
  try {
    const session = await state.options.open();
    if (!state.isClosed) state.all.add(session);
    else await session.close();
    return session;
  } catch (error) {
    if (state.all.size === 0) throw error;
    state.max = state.all.size;
    return undefined;
  } finally {
    state.isOpening = false;
    wakeAll(state);
  }
}

async function acquire<Session extends PooledSession>(
  state: State<Session>,
  avoided: Session | undefined,
): Promise<Session> {
  for (;;) {
    if (state.isClosed) throw new Error('the connection to the server is closed');
    const isOnlyOne = state.max <= 1 && !state.isOpening;
    const idle = takeIdle(state, isOnlyOne ? undefined : avoided);
    if (idle !== undefined) return idle;
    if (state.max === 0) throw new Error('the server closed the connection');
    // One at a time: servers count connections that are being opened, and would refuse both when one more is allowed.
    if (!state.isOpening && state.all.size < state.max) {
      const opened = await openFurther(state);
      if (opened !== undefined) return opened;
    } else {
      await new Promise<void>((resolve) => void state.waiting.push(resolve));
    }
  }
}

function createPool<Session extends PooledSession>(options: PoolOptions<Session>): Pool<Session> {
  const { max, first } = options;
  const idle = first === undefined ? [] : [first];
  const state: State<Session> = {
    options,
    all: new Set(idle),
    idle,
    waiting: [],
    max,
    isOpening: false,
    isClosed: false,
    hasReplacedLast: false,
  };
  return {
    acquire: (avoided) => acquire(state, avoided),
    release(session) {
      if (!session.isOpen()) return remove(state, session);
      state.idle.push(session);
      // All are woken, because the first may have to avoid this session.
      wakeAll(state);
    },
    async close() {
      state.isClosed = true;
      wakeAll(state);
      await Promise.all([...state.all].map((session) => session.close()));
    },
  };
}

/** Sessions for rules, in addition to those of the source. */
const maxRuleSessions = 2;

/** After this many refusals in a row the server is not asked for a session for rules again. */
const maxRefusals = 3;

const laterSnapshot =
  'The server refused a separate session for a rule: data read after the rule may come from a later snapshot';

/** Returns a function that acquires a session for a rule, or undefined while the server refuses one. */
function acquireOrUndefined<Session>(pool: Pool<Session>): () => Promise<Session | undefined> {
  let refusals = 0;
  return async () => {
    if (refusals >= maxRefusals) return undefined;
    try {
      const session = await pool.acquire();
      refusals = 0;
      return session;
    } catch {
      refusals += 1;
      return undefined;
    }
  };
}

/** The members of a source that a pool of sessions implements. */
export type SessionPool<Session> = Pick<
  Source,
  'concurrency' | 'query' | 'queryRule' | 'remarks' | 'close'
> & {
  /** Runs work on a session that nothing else uses meanwhile. */
  use: <Answer>(work: (session: Session) => Promise<Answer>) => Promise<Answer>;
};

/**
 * Creates a pool of up to `maxSessions` sessions for one source, and two more for the rules of contracts. Sessions are opened on demand.
 * Where the server refuses more, the existing ones do all the work: a rule then uses a session alone and leaves it clean, the first
 * session only if there is no other. `close` closes all sessions, also while they run statements.
 */
export function createSessionPool<Session extends PooledSession>(options: {
  first: Session;
  open: () => Promise<Session>;
  maxSessions: number;
}): SessionPool<Session> {
  const { first, open, maxSessions } = options;
  const pool = createPool({ first, open, max: maxSessions, replacesBroken: false });
  const rulePool = createPool({ open, max: maxRuleSessions, replacesBroken: true });
  const acquireForRule = acquireOrUndefined(rulePool);
  const remarks = new Set<string>();

  async function use<Answer>(
    work: (session: Session) => Promise<Answer>,
    avoided?: Session,
  ): Promise<Answer> {
    const session = await pool.acquire(avoided);
    if (session === avoided) remarks.add(laterSnapshot);
    try {
      return await work(session);
    } finally {
      pool.release(session);
    }
  }

  return {
    concurrency: maxSessions,
    use,
    remarks: () => [...remarks],
    query: (sql) => use((session) => session.query(sql)),
    async queryRule(sql, maxRows) {
      const session = await acquireForRule();
      // The first session holds the snapshot that all sessions read.
      if (session === undefined) return use((shared) => shared.queryRule(sql, maxRows), first);
      try {
        return await session.queryRule(sql, maxRows);
      } finally {
        rulePool.release(session);
      }
    },
    async close() {
      await Promise.all([pool.close(), rulePool.close()]);
    },
  };
}
