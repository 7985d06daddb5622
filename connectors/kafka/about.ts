import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';
import type { ConnectorInfo, Credential } from '../connector.ts';
import { textMember } from '../server/member.ts';

/** Prefix of all Kafka credentials. */
export const kafkaPrefix = 'DATACONTRACT_KAFKA_';

/** The credentials of datacontract-cli, and `SECURITY_PROTOCOL`. */
const kafkaCredentials: readonly Credential[] = [
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

export const kafkaMessages = {
  name: 'kafka-messages',
  serverTypes: ['kafka'],
  credentials: kafkaCredentials,
  signIns: [],
  placeIs: 'the list of brokers in `host`, as it stands there',
  place: (server) => textMember(server, 'host'),
  title: 'Topics of Kafka',
  tested: { live: false, against: 'a broker and a registry that speak its protocol' },
} as const satisfies ConnectorInfo;

const configSchema = Type.Object(
  {
    bootstrapServers: Type.Array(Type.String({ pattern: '^[^:/\\s]+:[0-9]{1,5}$' }), {
      minItems: 1,
      maxItems: 20,
      examples: [['kafka-1.example.com:9092']],
      description: 'Brokers to begin with, as host:port. All brokers must be in ALLOWED_HOSTS',
    }),
    ssl: Type.Optional(Type.Boolean({ title: 'TLS', description: 'Connect with TLS' })),
    saslMechanism: Type.Optional(
      Type.Union(
        [Type.Literal('plain'), Type.Literal('scram-sha-256'), Type.Literal('scram-sha-512')],
        {
          title: 'SASL mechanism',
          description: 'How to sign in; plain when there is a username and nothing is said',
        },
      ),
    ),
    schemaRegistryUrl: Type.Optional(
      Type.String({
        pattern: '^https?://',
        examples: ['https://registry.example.com'],
        description: 'Address of a schema registry that speaks like that of Confluent',
      }),
    ),
    includeInternal: Type.Optional(
      Type.Boolean({
        'x-advanced': true,
        description: 'Also topics whose names begin with an underscore',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    username: Type.Optional(Type.String({ minLength: 1, description: 'User of the brokers' })),
    password: Type.Optional(Type.String({ description: 'Password of that user' })),
    registryUsername: Type.Optional(
      Type.String({ minLength: 1, description: 'User, or API key, of the schema registry' }),
    ),
    registryPassword: Type.Optional(
      Type.String({ description: 'Password, or API secret, of that user' }),
    ),
  },
  { additionalProperties: false },
);

export const kafka = {
  name: 'kafka',
  title: 'Apache Kafka',
  levels: ['name'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'a fake broker and registry',
} as const satisfies AssetSourceInfo;
