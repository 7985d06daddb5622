type CodedError = { code?: unknown; message?: unknown; constraint?: unknown; errors?: unknown };

/**
 * Reads errors by their members instead of `instanceof`: errors of Node's own modules may come from another
 * realm.
 */
function asCoded(error: unknown): CodedError {
  return typeof error === 'object' && error !== null ? error : {};
}

/** SQLSTATE of a Postgres error, e.g. 23505; undefined for everything else. */
export function sqlState(error: unknown): string | undefined {
  const { code } = asCoded(error);
  return typeof code === 'string' && /^(?!EPIPE)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Name of the violated constraint when the error is a violation of a foreign key or a unique index. */
export function violatedConstraint(error: unknown): string | undefined {
  const state = sqlState(error);
  if (state !== '23503' && state !== '23505') return undefined;
  const { constraint } = asCoded(error);
  return typeof constraint === 'string' ? constraint : undefined;
}

/** True if Postgres rolled this transaction back to resolve a deadlock; it can be retried. */
export function isDeadlock(error: unknown): boolean {
  return sqlState(error) === '40P01';
}

/** True for a write without disk space; reads still work. */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
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
 * True if Postgres could not be reached or could not finish in time: the caller answers 503 or retries later.
 * Class 08 is connections, 53 resources, 57 shutdown and timeouts, 55P03 and 40 locks.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message, errors } = asCoded(error);
  const state = sqlState(error);
  if (state !== undefined) return isOutageState(state);
  if (typeof code === 'string' && unreachable.has(code)) return true;
  // Node tries all addresses of a host name and reports one error for each.
  if (Array.isArray(errors)) return errors.some(isUnavailable);
  return typeof message === 'string' && outageMessages.some((known) => message.includes(known));
}

function isOutageState(state: string): boolean {
  return /^(08|53|57|40)/.test(state) || state === '55P03' || state === '25P03';
}
