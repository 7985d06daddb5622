import { isUnavailable, sqlState } from '../../db/postgres-errors.ts';
import { messageOf } from '../problem.ts';

/** An explained failure: what was found, and what to do. */
export type FailureInWords = { found: string; advice: string };

const slow: FailureInWords = {
  found: 'Postgres does not finish in time',
  advice:
    'Look for locks and long transactions in pg_stat_activity, or for other load on the server.',
};

const bySqlState: Record<string, FailureInWords> = {
  '28P01': {
    found: 'Postgres refuses the user or the password',
    advice: 'Correct user and password in DATABASE_URL.',
  },
  '28000': {
    found: 'Postgres does not allow this user from this machine',
    advice: 'Correct the user in DATABASE_URL, or allow it in pg_hba.conf.',
  },
  '3D000': {
    found: 'the server answers, but has no database with this name',
    advice: 'Create the database, or correct its name at the end of DATABASE_URL.',
  },
  '53300': {
    found: 'Postgres has no connection left',
    advice: 'Raise max_connections, or run fewer processes.',
  },
  '42501': {
    found: 'the user lacks privileges on this database or its tables',
    advice: 'Use the user that migrated the database, or grant its privileges to this user.',
  },
  '55P03': slow,
  '57014': slow,
  '57P03': {
    found: 'Postgres is starting or stopping',
    advice: 'Wait until it accepts connections, and try again.',
  },
};

const unreachable: FailureInWords = {
  found: 'there is no answer at the address of DATABASE_URL',
  advice: 'Start Postgres, or correct host and port in DATABASE_URL.',
};

const byCode: Record<string, FailureInWords> = {
  ECONNREFUSED: {
    found: 'nothing listens at the address of DATABASE_URL',
    advice: unreachable.advice,
  },
  ENOTFOUND: {
    found: 'the host in DATABASE_URL cannot be resolved',
    advice: 'Correct the host name in DATABASE_URL, or the DNS settings of this machine.',
  },
  EAI_AGAIN: {
    found: 'DNS does not answer for the host in DATABASE_URL',
    advice: 'Fix the DNS settings of this machine, or use an IP address.',
  },
  ERR_INVALID_URL: {
    found: 'DATABASE_URL is not a valid address',
    advice:
      'Write postgres://user:password@host:port/database, with special characters of the password percent-encoded.',
  },
};

const byMessage: [RegExp, FailureInWords][] = [
  [
    /client password must be a string|no password supplied/i,
    {
      found: 'Postgres requires a password, but DATABASE_URL has none',
      advice: 'Put the password into DATABASE_URL: postgres://user:password@host:port/database.',
    },
  ],
  [
    /does not support SSL/i,
    {
      found: 'the server does not support TLS, but DATABASE_URL requires it',
      advice: 'Remove sslmode from DATABASE_URL, or turn on TLS in Postgres.',
    },
  ],
  [
    /self[- ]signed certificate|unable to verify|certificate/i,
    {
      found: 'the certificate of Postgres is not trusted',
      advice: 'Set sslrootcert in DATABASE_URL to its certificate authority.',
    },
  ],
];

/** Explains an error of a connection to Postgres; undefined for other errors. */
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

/** Node tries all addresses of a host name and reports one error for each. */
function codeOf(error: unknown): string | undefined {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) ? codeOf(errors[0]) : undefined;
}
