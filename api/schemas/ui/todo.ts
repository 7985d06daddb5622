import { Type } from '@sinclair/typebox';
import { dueKinds } from '../../../db/views/todo/due-access.ts';
import { orNull } from '../nullable.ts';

const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T09:30:00.000Z'] });

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const id = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

const nameOf = (what: string, example: string) =>
  orNull(
    Type.String({ description: `Name of the ${what}; null if it is deleted`, examples: [example] }),
  );

const team = nameOf('owning team', 'Web Shop');

const requests = Type.Object({
  dataProductId: id('Data product whose ports are requested', 'demo-shop-data'),
  dataProductName: nameOf('data product', 'Shop data'),
  count: count('Open requests for its ports', 4),
  oldestAt: instant('When the oldest of them was sent'),
});

const failingTest = Type.Object({
  dataContractId: id('Contract whose newest test failed', 'demo-shop-database'),
  name: Type.String({ description: 'Name of the contract', examples: ['Shop database'] }),
  teamName: team,
  server: orNull(Type.String({ description: 'Server that was tested', examples: ['shop'] })),
  testResultId: id('Result of the test', '018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'),
  result: Type.String({
    enum: ['failed', 'error'],
    description: 'Worst result of its checks',
    examples: ['failed'],
  }),
  failedChecks: count('Failed checks', 10),
  checkCount: count('All checks of the test', 44),
  testedAt: instant('Start of the test'),
  failingSince: instant(
    'Start of the first of the failed tests without interruption until now, at most 90 days before the last',
  ),
});

const due = Type.Object({
  kind: Type.Union(
    dueKinds.map((kind) => Type.Literal(kind)),
    {
      description:
        'alert: a grant is not as agreed; reassess: the providing team should look at the access again; ends: the access of the caller ends',
      examples: ['reassess'],
    },
  ),
  accessId: id('The access', 'demo-postcodes'),
  at: instant('When the alert was raised, start of the day of the reassessment (UTC), or the end'),
  message: orNull(
    Type.String({ description: 'Message of the alert', examples: ['The grant is missing.'] }),
  ),
  dataProductId: id('Data product that is used', 'demo-shop-data'),
  dataProductName: nameOf('data product', 'Shop data'),
  outputPortName: orNull(
    Type.String({ description: 'Name of the output port, or its id', examples: ['shop-database'] }),
  ),
  providerTeamName: nameOf('providing team', 'Web Shop'),
  consumerName: orNull(
    Type.String({
      description:
        'Name of the consuming product, team or person; without a known name the address of the person',
      examples: ['Commerce'],
    }),
  ),
});

const drift = Type.Object({
  dataProductId: id('Data product with drift', 'demo-shop-data'),
  name: Type.String({ description: 'Name of the data product', examples: ['Shop data'] }),
  teamName: team,
  assetCount: count('Assets that differ from the contracts of its ports', 2),
  foundAt: instant('When the oldest of these differences was found'),
});

const conflict = Type.Object({
  namespaceId: id('Namespace of the branch', 'sales'),
  namespaceName: Type.String({ description: 'Name of the namespace', examples: ['Sales'] }),
  branch: Type.String({ description: 'Name of the branch', examples: ['credit'] }),
  conflictCount: count('Conflicts of its last merge', 2),
  updatedAt: instant('When the branch was last changed'),
});

const change = Type.Object({
  id: id('Change request', '0190a5d2-ac96-774b-bcce-b302099a8057'),
  kind: Type.String({
    description: 'Kind of the document, as in addresses',
    examples: ['datacontracts'],
  }),
  documentId: id('Document that would change', 'demo-shop-database'),
  documentName: Type.String({ description: 'Name of the document', examples: ['Shop database'] }),
  teamName: team,
  title: Type.String({
    description: 'What the change is about',
    examples: ['Allow the status returned'],
  }),
  proposedByName: orNull(
    Type.String({ description: 'Name of the proposer', examples: ['Ada Lovelace'] }),
  ),
  createdAt: instant('When it was proposed'),
});

const brokenRules = Type.Object({
  kind: id('Kind of the document: data-contract or data-product', 'data-contract'),
  id: id('The document', 'demo-shop-database'),
  name: Type.String({ description: 'Name of the document', examples: ['Shop database'] }),
  teamName: team,
  errorCount: count('Rules of the severity error that it does not keep', 1),
  warningCount: count('Rules of the severity warning that it does not keep', 0),
  message: Type.String({
    description: 'What to change first',
    examples: ['Give each field with the tag pii a classification.'],
  }),
});

const list = <Item extends ReturnType<typeof Type.Object>>(item: Item, description: string) =>
  Type.Array(item, { description });

/** Everything that waits for the signed-in person. */
export const todoSchema = Type.Object(
  {
    counts: Type.Object(
      {
        access: count('Open requests for access that the caller may decide', 4),
        tests: count('Servers of contracts whose newest test failed', 2),
        due: count('Accesses that are due', 1),
        drift: count('Data products with drift', 0),
        conflicts: count('Branches in conflict', 1),
        changes: count('Open change requests that the caller may decide', 2),
        findings: count('Documents that do not keep rules of policies', 1),
      },
      { description: 'Number of all lines of each list, also of those that the list leaves out' },
    ),
    access: list(requests, 'Data products with open requests, the longest waiting first'),
    tests: list(
      failingTest,
      'Newest tests of the servers of contracts that failed, most failed checks first',
    ),
    due: list(due, 'Open alerts, then reassessments, then ends within 30 days, soonest first'),
    drift: list(drift, 'Data products with drift, most assets first'),
    conflicts: list(conflict, 'Branches of ontologies in conflict, last changed first'),
    changes: list(change, 'Proposed changes, the longest waiting first'),
    findings: list(brokenRules, 'Documents that do not keep rules of policies, most errors first'),
  },
  { $id: 'Todo', description: 'What waits for the signed-in person' },
);
