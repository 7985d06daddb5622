/** The part of a span that is counted. */
type Counted = {
  productId: string;
  port: string;
  user: string;
  accessId: string;
  teamId: string;
  startedAt: number;
  rows: number;
};

type Change = Omit<Counted, 'startedAt'> & { day: string; count: number };

/** The changes of daily numbers when spans replace others: a span that is sent again changes nothing. */
export function countUsage({
  added,
  removed,
}: {
  added: readonly Counted[];
  removed: readonly Counted[];
}): Change[] {
  const changes = new Map<string, Change>();
  const count = (span: Counted, sign: 1 | -1): void => {
    const { productId, port, user, accessId, teamId, startedAt, rows } = span;
    const day = new Date(startedAt).toISOString().slice(0, 10);
    const keys = { productId, day, port, user, accessId, teamId };
    const name = JSON.stringify(Object.values(keys));
    const change = changes.get(name) ?? { ...keys, count: 0, rows: 0 };
    change.count += sign;
    change.rows += sign * rows;
    changes.set(name, change);
  };
  for (const span of added) count(span, 1);
  for (const span of removed) count(span, -1);
  return [...changes.values()].filter((change) => change.count !== 0 || change.rows !== 0);
}
