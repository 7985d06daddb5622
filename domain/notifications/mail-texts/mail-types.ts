import type { FailureData, ReminderData } from '../templates/access-data.ts';
import type { ChangeRequestedData } from '../templates/change-requested.ts';
import type { TeamInvitationData } from '../templates/team-invitation.ts';
import type { TestChangeData } from '../templates/test-change-data.ts';

/** A type of mail whose text an organization may write. */
export type MailType = {
  /** Name of the template of its notice. */
  name: string;
  canBeDisabled: boolean;
  /** Members of the data that a text may contain. */
  variables: readonly { name: string; optional: boolean }[];
  /** Data for a preview. */
  example: object;
};

type Names<Data> = readonly (keyof Data & string)[];

function mailType<Data extends object>(
  name: string,
  example: Data,
  { always, sometimes = [] }: { always: Names<Data>; sometimes?: Names<Data> },
): MailType {
  const variable = (optional: boolean) => (of: string) => ({ name: of, optional });
  return {
    name,
    canBeDisabled: true,
    variables: [...always.map(variable(false)), ...sometimes.map(variable(true))],
    example,
  };
}

const page = (path: string): string => `https://catalog.example.com/${path}`;

const access = {
  accessId: '640864de-83d4-4619-afba-ccee8037ed3a',
  dataProductId: 'web-shop',
  outputPortId: 'orders',
  consumer: 'Marketing',
  purpose: 'Forecasts',
  page: page('access/640864de-83d4-4619-afba-ccee8037ed3a'),
};
const failure: FailureData = {
  ...access,
  lifecycle: 'active',
  platform: 'databricks',
  executor: 'Databricks connector',
  diagnostics: 'The role `marketing_reader` does not exist.',
  reportedAt: '2026-03-01T09:30:00Z',
};
const reminder: ReminderData = { ...access, provider: 'Checkout', date: '2026-03-31' };
const test: TestChangeData = {
  dataContractId: 'orders',
  contractName: 'Orders',
  server: 'production',
  result: 'failed',
  failedChecks: [{ name: 'order_id is unique', reason: '25 values more than once' }],
  failedCount: 1,
  checkCount: 31,
  testResultId: '0190a5d2-ac96-774b-bcce-b302099a8057',
  testedAt: '2026-03-01T06:00:00Z',
  page: page('datacontracts/orders'),
};
const change: ChangeRequestedData = {
  documentKind: 'data contract',
  documentId: 'orders',
  title: 'Add the field channel',
  proposer: 'Ada',
  page: page('changes/0190a5d2-ac96-774b-bcce-b302099a8057'),
};
const invitation: TeamInvitationData = {
  teamId: 'checkout',
  team: 'Checkout',
  role: 'Editor',
  invitedBy: 'Ada',
  page: page('sign-in'),
};

const accessMembers = [
  'accessId',
  'dataProductId',
  'outputPortId',
  'consumer',
  'purpose',
  'page',
] as const;
const failureMembers = {
  always: [...accessMembers, 'reportedAt'],
  sometimes: ['platform', 'executor'],
} as const;
const reminderMembers = { always: [...accessMembers, 'provider', 'date'] } as const;
const testMembers = {
  always: [
    'dataContractId',
    'contractName',
    'server',
    'result',
    'failedCount',
    'checkCount',
    'testedAt',
    'page',
  ],
} as const;

/** All types of mails whose text an organization may write. */
export const mailTypes: readonly MailType[] = [
  mailType('provisioning-failed', failure, failureMembers),
  mailType('deprovisioning-failed', failure, failureMembers),
  mailType('access-expiry', reminder, reminderMembers),
  mailType('access-reassessment', reminder, reminderMembers),
  mailType('contract-test-failed', test, testMembers),
  mailType('contract-test-recovered', { ...test, result: 'passed', failedCount: 0 }, testMembers),
  mailType('change-requested', change, {
    always: ['documentKind', 'documentId', 'title', 'proposer', 'page'],
  }),
  {
    ...mailType('team-invitation', invitation, {
      always: ['teamId', 'team', 'page'],
      sometimes: ['role', 'invitedBy'],
    }),
    // A person who is invited has no other way to hear of it.
    canBeDisabled: false,
  },
];

/** The type of mail of a template; undefined for those with a fixed text. */
export function findMailType(name: string): MailType | undefined {
  return mailTypes.find((type) => type.name === name);
}
