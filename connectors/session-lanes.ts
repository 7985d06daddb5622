import type { Source, SourceRow } from './connector.ts';

/** One connection of several to the same server; its statements run one at a time. */
export type LaneSession = {
  query: (sql: string) => Promise<SourceRow[]>;
  /** As `Source.queryRule`; it leaves the session as if it had just been opened, or closed. */
  queryRule: Source['queryRule'];
  /** False once its connection is gone. */
  isOpen: () => boolean;
  close: () => Promise<void>;
};

type Pool<Session> = {
  /** One that is free, the spared one only where there is no other. */
  acquire: (spared?: Session) => Promise<Session>;
  release: (session: Session) => void;
  close: () => Promise<void>;
};

type PoolOptions<Session> = {
  open: () => Promise<Session>;
  most: number;
  first?: Session;
  /** Whether every session that broke is replaced; else the others go on without it. */
  replaces: boolean;
};

type State<Session> = {
  options: PoolOptions<Session>;
  held: Set<Session>;
  idle: Session[];
  waiting: (() => void)[];
  most: number;
  isOpening: boolean;
  closed: boolean;
  /** Whether the last one has been replaced. */
  hasBegunAgain: boolean;
};

function wakeAll({ waiting }: State<unknown>): void {
  for (const wake of waiting.splice(0)) wake();
}

function drop<Session>(state: State<Session>, session: Session): void {
  state.held.delete(session);
  if (!state.options.replaces) {
    // Who ends connections (an administrator, a full server) is not asked for others, but for one when all are gone: a standby
    // ends whatever is in the way of what it has to repeat.
    const others = state.held.size + (state.isOpening ? 1 : 0);
    state.most = others === 0 && !state.hasBegunAgain ? 1 : others;
    state.hasBegunAgain ||= others === 0;
  }
  wakeAll(state);
}

function takeIdle<Session extends LaneSession>(
  state: State<Session>,
  spared: Session | undefined,
): Session | undefined {
  for (;;) {
    const [session] = state.idle.filter((each) => each !== spared).slice(-1);
    if (session === undefined) return undefined;
    state.idle.splice(state.idle.indexOf(session), 1);
    if (session.isOpen()) return session;
    drop(state, session);
  }
}

/** Undefined when the server gives no further session, but there are others to wait for. */
async function openFurther<Session extends LaneSession>(
  state: State<Session>,
): Promise<Session | undefined> {
  state.isOpening = true;
  try {
    const session = await state.options.open();
    if (!state.closed) state.held.add(session);
    else await session.close();
    return session;
  } catch (error) {
    if (state.held.size === 0) throw error;
    state.most = state.held.size;
    return undefined;
  } finally {
    state.isOpening = false;
    wakeAll(state);
  }
}

async function acquire<Session extends LaneSession>(
  state: State<Session>,
  spared: Session | undefined,
): Promise<Session> {
  for (;;) {
    if (state.closed) throw new Error('the connection to the server is closed');
    const isAlone = state.most <= 1 && !state.isOpening;
    const free = takeIdle(state, isAlone ? undefined : spared);
    if (free !== undefined) return free;
    if (state.most === 0) throw new Error('the server ended the connection');
    // One after the other: servers count those that are just asking, and would refuse both of two for one free place.
    if (!state.isOpening && state.held.size < state.most) {
      const opened = await openFurther(state);
      if (opened !== undefined) return opened;
    } else {
      await new Promise<void>((resolve) => void state.waiting.push(resolve));
    }
  }
}

/** Sessions that are opened when all others are busy; who finds none free waits. */
function createPool<Session extends LaneSession>(options: PoolOptions<Session>): Pool<Session> {
  const first = options.first === undefined ? [] : [options.first];
  const { most } = options;
  const state: State<Session> = {
    options,
    held: new Set(first),
    idle: [...first],
    waiting: [],
    most,
    isOpening: false,
    closed: false,
    hasBegunAgain: false,
  };
  return {
    acquire: (spared) => acquire(state, spared),
    release(session) {
      if (!session.isOpen()) return drop(state, session);
      state.idle.push(session);
      // Who comes first may spare this one.
      wakeAll(state);
    },
    async close() {
      state.closed = true;
      wakeAll(state);
      await Promise.all([...state.held].map((session) => session.close()));
    },
  };
}

/** Sessions of rules, besides the lanes. */
const mostApart = 2;

/** So often in a row a server may refuse a session for rules before it is asked no more. */
const mostRefusals = 3;

const movedMoment =
  'The server gave no session of its own to a rule: what was read after it may be of a later moment';

/** Gives a session for rules, or undefined where the server gives none. */
function patiently<Session>({ acquire: ask }: Pool<Session>): () => Promise<Session | undefined> {
  let refusals = 0;
  return async () => {
    if (refusals >= mostRefusals) return undefined;
    try {
      const session = await ask();
      refusals = 0;
      return session;
    } catch {
      refusals += 1;
      return undefined;
    }
  };
}

/** What a source needs of its sessions. */
export type SharedSessions<Session> = Pick<
  Source,
  'lanes' | 'query' | 'queryRule' | 'remarks' | 'close'
> & {
  /** Runs work on one of the sessions, alone. */
  use: <Answer>(work: (session: Session) => Promise<Answer>) => Promise<Answer>;
};

/**
 * Up to `lanes` sessions behind one source, and two more for the rules of contracts. Further ones are opened when they
 * are needed; where the server gives no more, those that are there do it all (a rule then has one of them for itself,
 * the first only where there is no other, and leaves it clean). `close` closes all; `signal` of the sessions reaches them by itself.
 */
export function shareSessions<Session extends LaneSession>(options: {
  first: Session;
  open: () => Promise<Session>;
  lanes: number;
}): SharedSessions<Session> {
  const { first, open, lanes } = options;
  const pool = createPool({ first, open, most: lanes, replaces: false });
  const apart = createPool({ open, most: mostApart, replaces: true });
  const acquireApart = patiently(apart);
  const remarks = new Set<string>();

  async function use<Answer>(
    work: (session: Session) => Promise<Answer>,
    spared?: Session,
  ): Promise<Answer> {
    const session = await pool.acquire(spared);
    if (session === spared) remarks.add(movedMoment);
    try {
      return await work(session);
    } finally {
      pool.release(session);
    }
  }

  return {
    lanes,
    use,
    remarks: () => [...remarks],
    query: (sql) => use((session) => session.query(sql)),
    async queryRule(sql, mostRows) {
      const session = await acquireApart();
      // The moment that all see is that of the first.
      if (session === undefined) return use((shared) => shared.queryRule(sql, mostRows), first);
      try {
        return await session.queryRule(sql, mostRows);
      } finally {
        apart.release(session);
      }
    },
    async close() {
      await Promise.all([pool.close(), apart.close()]);
    },
  };
}
