import { isUnavailable, sqlState } from '../db/postgres-errors.ts';
import { messageOf } from './problem.ts';

/** A failure in words: what was found, and what to do about it. */
export type FailureInWords = { found: string; advice: string };

const slow: FailureInWords = {
  found: 'Postgres does not finish in time',
  advice:
    'Look for locks and long transactions in pg_stat_activity, or for what else loads the server.',
};

const bySqlState: Record<string, FailureInWords> = {
  '28P01': {
    found: 'Postgres refuses the user or the password',
    advice: 'Correct user and password in DATABASE_URL.',
  },
  '28000': {
    found: 'Postgres does not let this user in from this machine',
    advice: 'Correct the user in DATABASE_URL, or allow it in pg_hba.conf.',
  },
  '3D000': {
    found: 'the server answers, but has no database of this name',
    advice: 'Create the database, or correct its name at the end of DATABASE_URL.',
  },
  '53300': {
    found: 'Postgres has no connection left',
    advice: 'Raise max_connections, or run fewer processes.',
  },
  '42501': {
    found: 'the user has no right to this database or its tables',
    advice: 'Use the user that migrated the database, or grant this one its rights.',
  },
  '55P03': slow,
  '57014': slow,
  '57P03': {
    found: 'Postgres is starting or stopping',
    advice: 'Wait until it accepts connections, and try again.',
  },
};

const unreachable: FailureInWords = {
  found: 'nothing answers at the address of DATABASE_URL',
  advice: 'Start Postgres, or correct host and port in DATABASE_URL.',
};

const byCode: Record<string, FailureInWords> = {
  ECONNREFUSED: {
    found: 'nothing listens at the address of DATABASE_URL',
    advice: unreachable.advice,
  },
  ENOTFOUND: {
    found: 'the host in DATABASE_URL has no address',
    advice: 'Correct the name of the host in DATABASE_URL, or the name service of this machine.',
  },
  EAI_AGAIN: {
    found: 'the name service does not answer for the host in DATABASE_URL',
    advice: 'Mend the name service of this machine, or write an IP address.',
  },
  ERR_INVALID_URL: {
    found: 'DATABASE_URL cannot be read as an address',
    advice:
      'Write postgres://user:password@host:port/database, with special characters of the password percent-encoded.',
  },
};

const byMessage: [RegExp, FailureInWords][] = [
  [
    /client password must be a string|no password supplied/i,
    {
      found: 'Postgres wants a password, and DATABASE_URL has none',
      advice: 'Put the password into DATABASE_URL: postgres://user:password@host:port/database.',
    },
  ],
  [
    /does not support SSL/i,
    {
      found: 'the server does not speak TLS, and DATABASE_URL wants it',
      advice: 'Remove sslmode from DATABASE_URL, or turn on TLS in Postgres.',
    },
  ],
  [
    /self[- ]signed certificate|unable to verify|certificate/i,
    {
      found: 'the certificate of Postgres is not trusted',
      advice: 'Name its authority in sslrootcert of DATABASE_URL.',
    },
  ],
];

/** The words for an error that was met on the way to Postgres; undefined for every other error. */
export function explainDatabaseFailure(error: unknown): FailureInWords | undefined {
  const state = sqlState(error);
  if (state !== undefined && bySqlState[state]) return bySqlState[state];
  const code = codeOf(error);
  if (code !== undefined && byCode[code]) return byCode[code];
  const message = messageOf(error);
  const known = byMessage.find(([pattern]) => pattern.test(message));
  if (known) return known[1];
  return isUnavailable(error) ? unreachable : undefined;
}

/** Node tries all addresses of a host name and gives one error for each. */
function codeOf(error: unknown): string | undefined {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) ? codeOf(errors[0]) : undefined;
}
