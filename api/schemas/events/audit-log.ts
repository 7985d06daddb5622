import { Type } from '@sinclair/typebox';
import { recordOf } from '../../../domain/validation/record-of.ts';
import { auditEntrySchema } from '../documents/document-history.ts';
import { orNull } from '../nullable.ts';

const link = (description: string, example: string) =>
  orNull(Type.String({ description, examples: [example] }));

/** One entry of the audit log of the organization. */
export const auditLogEntrySchema = Type.Object(
  {
    ...auditEntrySchema.properties,
    kind: Type.String({ description: 'Kind of what changed', examples: ['data-contract'] }),
    subject: Type.String({ description: 'Id of what changed', examples: ['orders'] }),
    subjectName: orNull(
      Type.String({
        description: 'Its name, also after its deletion; null if it has none or is not known',
        examples: ['Orders'],
      }),
    ),
    data: Type.Optional(
      recordOf(Type.Unknown(), {
        description:
          'Content of an action that is not in the feed, by its type; never a secret. The content of other events is at GET /api/events',
        examples: [{ reason: 'The mail server is being replaced.' }],
      }),
    ),
    links: Type.Object(
      {
        subject: link('What changed, as it is now', '/api/datacontracts/orders'),
        before: link('The document before the change', '/api/datacontracts/orders?version=6'),
        after: link('The document after the change', '/api/datacontracts/orders?version=7'),
      },
      {
        description:
          'Paths of documents, ontologies, and users and groups of SCIM; null where there is nothing to read',
      },
    ),
  },
  {
    $id: 'AuditLogEntry',
    description: 'An action in the organization, with who did it and what it changed',
  },
);

/** What occurs in the audit log, for its filters. */
export const auditKindsSchema = Type.Array(
  Type.Object(
    {
      kind: Type.String({ description: 'Kind of what changed', examples: ['data-contract'] }),
      types: Type.Array(Type.String(), {
        description: 'Types of its events, without prefix',
        examples: [['DataContractCreatedEvent', 'DataContractUpdatedEvent']],
      }),
    },
    { $id: 'AuditKind', description: 'A kind of the audit log with the types of its events' },
  ),
);
