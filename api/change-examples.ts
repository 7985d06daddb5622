import { contract } from './document-examples.ts';

/** Examples of the bodies of change requests. */
export const changeExamples: Readonly<Record<string, unknown>> = {
  ChangeRequestWrite: {
    kind: 'datacontracts',
    documentId: 'orders',
    title: 'Allow the status returned',
    note: 'Orders can be **returned** since March.',
    format: 'json',
    source: JSON.stringify(contract),
    baseRevision: 1,
  },
  ChangeProposal: {
    title: 'Allow the status returned',
    format: 'json',
    source: JSON.stringify(contract),
  },
  ChangeDecision: { note: 'Thank you: the next release has it.' },
  ChangeRefusal: { note: 'Consumers read this field every night.' },
  ContractBranchMerge: { update_port_versions: false, version: '1.1.0', route: 'land' },
  ContractBranchRebase: { choices: [{ path: 'status', take: 'branch' }] },
  ChangeCommentWrite: { text: 'Can it wait until **May**?' },
};
