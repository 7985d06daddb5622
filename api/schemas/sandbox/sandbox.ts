import { Type } from '@sinclair/typebox';
import { entryKinds } from '../../../domain/sandbox/entries.ts';
import { accessSchema } from '../access/access.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';

const instant = (description: string) => Type.String({ format: 'date-time', description });
const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const dateText = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples: [example] }));

const platform = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Type of the output port of the fake access',
  examples: ['postgres'],
});

/** Body of a new sandbox. */
export const sandboxWriteSchema = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Name for people',
        examples: ['Grants on Postgres'],
      }),
    ),
    platform: Type.Optional(platform),
    roles: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 20,
        description: 'Roles of the fake access',
        examples: [['reader']],
      }),
    ),
    startDate: dateText(
      'First day (UTC) or date-time of the fake access; absent: it is active at once',
      '2026-12-01',
    ),
    endDate: dateText('Last active day (UTC) or date-time; absent: it has no end', '2026-12-31'),
  },
  {
    $id: 'SandboxWrite',
    description: 'A fake access for a provisioning component',
    additionalProperties: false,
  },
);

/** Body that moves the clock. */
export const sandboxClockSchema = Type.Object(
  {
    to: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Time to which the clock of the sandbox moves; not in its past',
        examples: ['2026-12-01T00:00:00Z'],
      }),
    ),
    next: Type.Optional(
      Type.Literal(true, { description: 'Moves the clock to the next change of the access' }),
    ),
  },
  {
    $id: 'SandboxClockWrite',
    description: 'Where the clock moves: either `to` or `next`',
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  },
);

const members = {
  id: text('Id of the sandbox', '01890a5d-ac96-774b-bcce-b302099a8057'),
  name: text('Name for people', 'Grants on Postgres'),
  host: text(
    'Base address for the component, instead of that of the catalog',
    'https://catalog.example.com/api/sandbox/01890a5d-ac96-774b-bcce-b302099a8057',
  ),
  accessId: text('Id of the fake access', 'sandbox-access'),
  platform,
  lifecycle: text('State of the fake access', 'active'),
  provisioningStatus: orNull(text('Status of the last report', 'provisioned')),
  clock: Type.Object(
    {
      now: instant('Time in the sandbox'),
      aheadSeconds: count('By how much this is ahead of the real time', 0),
      nextChangeAt: orNull(instant('When the access next changes by itself')),
    },
    { description: 'The clock of the sandbox' },
  ),
  createdBy: text('Who created it', 'user:01890a5d-ac96-774b-bcce-b302099a8057'),
  createdByName: principalNameSchema,
  createdAt: instant('When it was created'),
  expiresAt: instant('When it ends by itself'),
};

/** A sandbox in the list. */
export const sandboxSchema = Type.Object(members, {
  $id: 'Sandbox',
  description: 'A fake access on which a provisioning component is tried',
});

/** Without the record of the reports, which the access has: a schema holds each named schema once. */
const expectedGrants = Type.Object(
  {
    checksum: text('Unchanged while the same grants are expected', '99c2b4c9'),
    grants: Type.Array(
      Type.Object(
        {
          accessId: text('Id of the access', 'sandbox-access'),
          roles: Type.Array(Type.String(), {
            description: 'Roles to grant',
            examples: [['reader']],
          }),
          deactivateAt: Type.Optional(instant('When the access ends')),
        },
        { additionalProperties: true },
      ),
      { description: 'The grants' },
    ),
  },
  { description: 'What should exist on the platform now' },
);

/** Entries in the answer about a sandbox. */
export const shownEntries = 200;

/** A sandbox with what happened in it. */
export const sandboxDetailSchema = Type.Object(
  {
    ...members,
    access: accessSchema,
    expectedGrants,
    conformance: Type.Object(
      {
        kept: count('Rules that the component keeps', 9),
        broken: count('Rules that it breaks', 1),
        open: count('Rules that nothing has decided yet', 3),
        rules: Type.Array(
          Type.Object({
            code: text('Name of the rule', 'reports-start'),
            level: Type.Union([Type.Literal('must'), Type.Literal('should')], {
              description: 'must: breaking it grants wrongly or leaves people waiting',
              examples: ['should'],
            }),
            title: text('The rule', 'Reports that it starts before it reports a result'),
            state: Type.Union(
              [Type.Literal('kept'), Type.Literal('broken'), Type.Literal('open')],
              { description: 'Whether the component keeps it', examples: ['kept'] },
            ),
            because: text('The evidence', 'A start precedes each result.'),
            entryId: orNull(text('Entry that broke it', '01890a5d-ac96-774b-bcce-b302099a8058')),
          }),
          { description: 'The rules in the order in which a component meets them' },
        ),
      },
      { description: 'What the component did right and wrong' },
    ),
    entryCount: count('Number of entries', 12),
    entries: Type.Array(
      Type.Object({
        id: text('Id of the entry; of an event, its id', '01890a5d-ac96-774b-bcce-b302099a8058'),
        kind: Type.Union(
          entryKinds.map((kind) => Type.Literal(kind)),
          { description: 'event: of the feed; report, read: request of the component' },
        ),
        type: text('Type of the event, status of the report, or what was read', 'provisioned'),
        principal: text('Who did it', 'api-key:01890a5d-ac96-774b-bcce-b302099a8057'),
        principalName: principalNameSchema,
        sandboxTime: instant('Time in the sandbox'),
        at: instant('When it happened'),
        data: Type.Unknown({
          description: 'Data of the event, the report as sent, or the position that was read from',
        }),
      }),
      { description: `The newest ${shownEntries} entries, newest first` },
    ),
  },
  { $id: 'SandboxDetail', description: 'A sandbox with its entries and the rules' },
);
