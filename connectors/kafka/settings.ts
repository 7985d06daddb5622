import type { SASLOptions } from 'kafkajs';
import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { SourceAccess } from '../connector.ts';
import { kafkaPrefix } from './about.ts';
import type { ClusterSettings } from './cluster.ts';
import { textMember } from '../server/member.ts';

/** Reads a credential by the suffix of its name. */
export type Known = (name: string) => string | undefined;

/** The credentials that are not empty. */
export const knownIn =
  (access: SourceAccess): Known =>
  (name) =>
    access.credentials[`${kafkaPrefix}${name}`] || undefined;

/** A positive number of the configuration, capped at `max`. */
export function numberOf(
  known: Known,
  name: string,
  { fallback, max }: { fallback: number; max: number },
): number {
  const number = Number(known(name) ?? fallback);
  if (Number.isInteger(number) && number > 0) return Math.min(number, max);
  return refuse('source_refused', `${kafkaPrefix}${name} must be a whole number above 0`);
}

const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

function saslOf(known: Known): SASLOptions | undefined {
  const username = known('SASL_USERNAME');
  const password = known('SASL_PASSWORD');
  if (username === undefined) return undefined;
  if (password === undefined) {
    refuse('source_refused', `Required configuration ${kafkaPrefix}SASL_PASSWORD is not set`);
  }
  const wanted = (known('SASL_MECHANISM') ?? 'plain').toLowerCase();
  const mechanism = mechanisms.find((each) => each === wanted);
  if (mechanism === undefined) {
    refuse(
      'source_refused',
      `${kafkaPrefix}SASL_MECHANISM must be one of ${mechanisms.join(', ')}`,
    );
  }
  return { mechanism, username, password };
}

/** How to connect to the cluster; refuses with `source_refused` invalid settings. */
export function kafkaSettingsOf(server: ContractServer, known: Known): ClusterSettings {
  const host = textMember(server, 'host') ?? textMember(server, 'bootstrapServers');
  if (host === undefined) {
    refuse('source_refused', `Server '${server.server}' needs a host such as broker:9092`);
  }
  const servers = host.split(',').map((each) => {
    const name = each.trim();
    return /:\d+$/.test(name) ? name : `${name}:9092`;
  });
  const sasl = saslOf(known);
  const defaultProtocol = sasl === undefined ? 'PLAINTEXT' : 'SASL_SSL';
  const protocol = (known('SECURITY_PROTOCOL') ?? defaultProtocol).toUpperCase();
  return { servers, ssl: protocol.endsWith('SSL'), sasl };
}
