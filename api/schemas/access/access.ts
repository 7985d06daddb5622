import { Type } from '@sinclair/typebox';
import { principalNameSchema } from '../principal-name.ts';
import { accessStates } from '../../../domain/access/access-life.ts';
import { accessWriteSchema, consumerSchema } from '../../../domain/access/access-body.ts';
import { provisioningSchema, provisioningStatuses } from '../../../domain/access/provisioning.ts';
import { alertKinds } from '../../../db/tables/access/alerts.ts';
import {
  optional,
  optionalText,
  optionalTexts,
  requiredText,
} from '../../../domain/kinds/resource.ts';

const oneOf = <const T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values] });
const instant = Type.String({ format: 'date-time' });
const lifecycle = oneOf(accessStates);

const { info, provider, ...written } = accessWriteSchema.properties;

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));
const timeOf = (description: string, example: string) =>
  Type.Optional(Type.String({ format: 'date-time', description, examples: [example] }));

const decisionMembers = {
  requestedAt: timeOf('Time of the request', '2026-03-10T12:00:00.000Z'),
  requestedBy: text(
    'Author of the request: api-key:<id>, user:<id>',
    'api-key:0190a5d2-ac96-774b-bcce-b302099a8057',
  ),
  requestedByName: text('Name of that author', 'grace@example.com'),
  decidedAt: timeOf('Time of the approval or rejection', '2026-03-11T07:30:00.000Z'),
  decidedBy: text(
    'Author of the approval or rejection; system if a rule approved it',
    'api-key:0190a5d2-ac96-774b-bcce-b302099a8058',
  ),
  decidedByName: text('Name of that author', 'ada@example.com'),
  decisionNote: text(
    'Note of the last decision, or of the last requested change; Markdown',
    'Only until the spring.',
  ),
  changeRequestedAt: timeOf(
    'Time at which the provider asked for a change; absent once the requester has answered',
    '2026-03-10T15:00:00.000Z',
  ),
};

/** An access in the form of the API. */
export const accessSchema = Type.Object(
  {
    ...written,
    info: Type.Object(
      {
        ...info.properties,
        status: oneOf(['requested', 'approved', 'rejected']),
        active: Type.Boolean({
          description: 'True from AccessActivatedEvent to AccessDeactivatedEvent',
        }),
        deactivateAt: Type.Optional(
          Type.String({
            format: 'date-time',
            description: 'Time from which the access is no longer active',
          }),
        ),
        ...decisionMembers,
      },
      { additionalProperties: true },
    ),
    provider: Type.Object(
      {
        ...provider.properties,
        dataProductName: text('Name of the data product', 'Web shop'),
        outputPortName: text('Name of the output port when it was requested', 'orders'),
        teamId: Type.Optional(Type.String({ description: 'Owner of the data product' })),
        teamName: text('Name of that team', 'Checkout'),
        dataContractId: Type.Optional(
          Type.String({ description: 'Contract of the port at the time of the request' }),
        ),
        dataContractVersion: Type.Optional(Type.String()),
      },
      { additionalProperties: true },
    ),
    consumer: Type.Object(
      {
        ...written.consumer.properties,
        dataProductName: text('Name of the consuming data product', 'Forecasts'),
        teamName: text('Name of the consuming team', 'Marketing'),
        userName: text('Name of the consuming person, if it is known', 'Ada Lovelace'),
      },
      { additionalProperties: true },
    ),
    lifecycle,
    provisioning: Type.Optional(provisioningSchema),
  },
  { $id: 'Access', additionalProperties: true },
);

/** Body of a request for access to a port. */
export const accessRequestSchema = Type.Object(
  {
    purpose: requiredText('Purpose for which the data is used'),
    consumer: Type.Optional(Type.Union([consumerSchema, Type.Null()])),
    roles: optionalTexts,
    startDate: optionalText('First day, UTC'),
    endDate: optionalText('Last active day, UTC'),
  },
  { $id: 'AccessRequest', additionalProperties: true },
);

export const requestedAccessSchema = Type.Object(
  { accessId: Type.String(), status: lifecycle },
  { $id: 'RequestedAccess' },
);

/** The access of a key to a port. */
export const accessStatusSchema = Type.Object(
  {
    dataProductId: Type.String(),
    outputPortId: Type.String(),
    dataContractId: Type.Optional(Type.String()),
    outputPortType: Type.Optional(Type.String()),
    canGetInstantAccess: Type.Boolean(),
    canGetInstantAccessReason: Type.String(),
    canRequestAccess: Type.Boolean(),
    canRequestAccessReason: Type.String(),
    accessId: Type.Optional(
      Type.String({ description: 'The most advanced access of this key, if there is any' }),
    ),
    accessStatus: Type.Optional(oneOf(['requested', 'approved', 'rejected'])),
    accessLifecycleStatus: Type.Optional(lifecycle),
  },
  { $id: 'AccessStatus' },
);

export const reportEntrySchema = Type.Object(
  {
    id: Type.String(),
    timestamp: instant,
    status: oneOf(provisioningStatuses),
    principal: Type.String(),
    principalName: principalNameSchema,
    report: Type.Object({}, { additionalProperties: true, description: 'As sent' }),
  },
  { $id: 'ProvisioningReportEntry' },
);

/** The grants that should exist now. */
export const expectedGrantsSchema = Type.Object(
  {
    platform: Type.Optional(Type.String()),
    checksum: Type.String({
      description: 'Also the ETag; unchanged while the same grants are expected',
    }),
    grants: Type.Array(
      Type.Object(
        {
          accessId: Type.String(),
          platform: Type.Optional(Type.String({ description: 'Type of the output port' })),
          provider: Type.Object({}, { additionalProperties: true }),
          consumer: Type.Object({}, { additionalProperties: true }),
          roles: Type.Array(Type.String()),
          server: Type.Optional(
            Type.Unknown({ description: 'Location of the port as written in the data product' }),
          ),
          deactivateAt: Type.Optional(instant),
          provisioning: Type.Optional(provisioningSchema),
        },
        { $id: 'ExpectedGrant' },
      ),
    ),
  },
  { $id: 'ExpectedGrants' },
);

/** Differences that a component found; an empty list reports that all grants are as expected. */
export const driftSchema = Type.Object(
  {
    platform: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'The data platform that was compared',
    }),
    executor: optional(
      Type.String({
        maxLength: 256,
        description:
          'Name of the component; a report replaces the differences that the same component reported before',
      }),
    ),
    differences: Type.Array(
      Type.Object(
        {
          kind: oneOf(['missing', 'unexpected', 'different']),
          accessId: optionalText('Required unless the grant is unexpected'),
          reference: optional(
            Type.String({
              maxLength: 1_000,
              description: 'The grant on the platform; required if it is unexpected',
            }),
          ),
          details: optional(
            Type.String({
              maxLength: 10_000,
              description: 'Description of the problem for people',
            }),
          ),
        },
        { additionalProperties: true },
      ),
      { maxItems: 10_000 },
    ),
  },
  { $id: 'AccessDrift', additionalProperties: true },
);

export const accessAlertSchema = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(alertKinds),
    accessId: Type.Optional(Type.String()),
    platform: Type.Optional(Type.String()),
    reference: Type.Optional(Type.String()),
    message: Type.String(),
    raisedAt: instant,
    seenAt: instant,
    resolvedAt: Type.Union([instant, Type.Null()]),
  },
  { $id: 'AccessAlert' },
);
