import { isIP } from 'node:net';
import { refuse } from '../../domain/errors.ts';
import type { SourceAccess } from '../connector.ts';
import { resolveAllowedHost } from '../guard/hosts.ts';
import { connectMysql } from './connection.ts';
import type { MysqlConnection, MysqlTarget } from './connection.ts';
import { openMysqlSession } from './session.ts';
import type { MysqlSession } from './session.ts';
import { messageWithout } from '../source-error.ts';

const connectTimeoutMs = 10_000;

/**
 * Opens a session. Refuses with `source_refused` hosts that are not allowed, before any connection, and failures to connect or
 * sign in; no message contains the password. `title` names the server in messages.
 */
export async function openMysql(
  { title, ...place }: Omit<MysqlTarget, 'address'> & { title: string },
  { allowedHosts, statementTimeoutMs }: Pick<SourceAccess, 'allowedHosts' | 'statementTimeoutMs'>,
  signal: AbortSignal,
): Promise<MysqlSession> {
  const { host, port, password, tls } = place;
  // The driver would compare the certificate with `localhost`.
  if (tls === 'verified' && isIP(host) !== 0) {
    refuse('source_refused', "tls 'verified' needs the name of the host, not its address");
  }
  const limits = { allowedHosts, timeoutMs: connectTimeoutMs };
  const target = { ...place, address: await resolveAllowedHost(host, port, limits) };
  const connect = (abort: AbortSignal): Promise<MysqlConnection> => connectMysql(target, abort);
  let connection: MysqlConnection | undefined;
  try {
    connection = await connect(signal);
    return await openMysqlSession({ connection, connect, statementTimeoutMs, signal });
  } catch (error) {
    connection?.cut();
    signal.throwIfAborted();
    const message = messageWithout(password, error);
    return refuse('source_refused', `Could not connect to ${title}: ${message}`);
  }
}
