/** SQLSTATE of a Postgres error, e.g. 23505; undefined for everything else. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}

/** Name of the violated constraint when the error is a violation of a foreign key or a unique index. */
export function violatedConstraint(error: unknown): string | undefined {
  const state = sqlState(error);
  if (state !== '23503' && state !== '23505') return undefined;
  return (error as { constraint?: string }).constraint;
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/** Messages of pg and Knex that mean "no working connection"; neither gives these errors a code. */
const outageMessages = [
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout expired',
  'Timeout acquiring a connection',
  'pool is probably full',
  'Unable to acquire a connection',
  'aborted',
];

/**
 * Whether Postgres could not be reached or could not finish in time: the caller answers 503 or tries later.
 * Class 08 connection, 53 resources, 57 shutdown and timeouts, 55P03 and 40 lock trouble.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlState(error);
  if (state) return /^(08|53|57|40)/.test(state) || state === '55P03' || state === '25P03';
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && unreachable.has(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return outageMessages.some((message) => error.message.includes(message));
}
