import { openTcpProxy } from './tcp-proxy.ts';
import type { TcpProxy } from './tcp-proxy.ts';

/** Postgres' answer to a statement: its command, and whether the transaction has ended. */
export type StatementAnswer = { command: string; isCommitted: boolean };

/** A proxy to Postgres on which a test can drop a chosen answer. */
export type AnswerFaults = Pick<TcpProxy, 'through' | 'close'> & {
  /**
   * Breaks the connection instead of forwarding the first matching answer, after calling `fault` with it. Postgres has already
   * executed the statement.
   */
  arm: (
    isWanted: (answer: StatementAnswer) => boolean,
    fault: (hit: StatementAnswer) => void,
  ) => void;
  /** Forwards everything again. */
  disarm: () => void;
};

/** ReadyForQuery, with the state of the transaction in its last byte. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5]);

/** Opens the proxy. */
export async function openAnswerFaults(url: string): Promise<AnswerFaults> {
  let armed: Parameters<AnswerFaults['arm']> | undefined;
  const wire = await openTcpProxy(url, (chunk) => {
    const at = chunk.lastIndexOf(ready);
    if (at === -1 || !armed) return true;
    const answer = {
      command: /C\0\0\0[\s\S]([A-Z]+)[ 0-9]*\0/.exec(chunk.toString('latin1'))?.[1] ?? 'connected',
      isCommitted: chunk[at + ready.length] === 'I'.charCodeAt(0),
    };
    const [isWanted, fault] = armed;
    if (!isWanted(answer)) return true;
    armed = undefined;
    fault(answer);
    return false;
  });
  return {
    through: wire.through,
    close: wire.close,
    arm: (...how) => (armed = how),
    disarm: () => (armed = undefined),
  };
}
