import type { SASLOptions } from 'kafkajs';
import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Credential, SourceAccess } from './connector.ts';
import type { ClusterSettings } from './kafka-cluster.ts';
import { textMember } from './server-member.ts';

/** What the names of all credentials of Kafka begin with. */
export const kafkaPrefix = 'DATACONTRACT_KAFKA_';

/** Everything that is read, by the names that datacontract-cli users know, and `SECURITY_PROTOCOL`. */
export const kafkaCredentials: readonly Credential[] = [
  { name: `${kafkaPrefix}SASL_USERNAME`, meaning: 'User of the brokers' },
  { name: `${kafkaPrefix}SASL_PASSWORD`, meaning: 'Password of that user', secret: true },
  {
    name: `${kafkaPrefix}SASL_MECHANISM`,
    meaning: 'PLAIN (default), SCRAM-SHA-256 or SCRAM-SHA-512',
  },
  {
    name: `${kafkaPrefix}SECURITY_PROTOCOL`,
    meaning: 'SASL_SSL (default with a user), SASL_PLAINTEXT, SSL or PLAINTEXT (default without)',
  },
  { name: `${kafkaPrefix}SCHEMA_REGISTRY_URL`, meaning: 'Address of the schema registry' },
  { name: `${kafkaPrefix}SCHEMA_REGISTRY_USERNAME`, meaning: 'User, or API key, of the registry' },
  { name: `${kafkaPrefix}SCHEMA_REGISTRY_PASSWORD`, meaning: 'Its password', secret: true },
  {
    name: `${kafkaPrefix}MAX_MESSAGES`,
    meaning: 'Newest messages that are read of a topic; 10000',
  },
  { name: `${kafkaPrefix}TIMEOUT`, meaning: 'Longest time that a topic is read, in seconds; 30' },
];

/** A credential by the end of its name. */
export type Known = (name: string) => string | undefined;

/** The credentials that are set, and not empty. */
export const knownIn =
  (access: SourceAccess): Known =>
  (name) =>
    access.credentials[`${kafkaPrefix}${name}`] || undefined;

/** A number above 0 of the configuration, at most so large. */
export function numberOf(
  known: Known,
  name: string,
  { usual, most }: { usual: number; most: number },
): number {
  const number = Number(known(name) ?? usual);
  if (Number.isInteger(number) && number > 0) return Math.min(number, most);
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

/** How a cluster is reached; refuses with `source_refused` what cannot be understood. */
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
  const usual = sasl === undefined ? 'PLAINTEXT' : 'SASL_SSL';
  const protocol = (known('SECURITY_PROTOCOL') ?? usual).toUpperCase();
  return { servers, ssl: protocol.endsWith('SSL'), sasl };
}
