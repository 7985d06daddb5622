/** Names of the kinds of background work, in the order of the API. */
const kindNames: Readonly<Record<string, string>> = {
  'contract-tests': 'Contract tests',
  'scheduled-tests': 'Scheduled tests',
  'code-generation': 'Code generation',
  'custom-generation': 'Generation elsewhere',
  ingestion: 'Ingestion',
  'access-timers': 'Access timers',
  mail: 'Mail and chat',
  'ontology-merges': 'Ontology merges',
  git: 'Git',
  webhooks: 'Webhooks',
  housekeeping: 'Housekeeping',
};

export const workKinds = Object.keys(kindNames);

/** The name of a kind of work; a newer server may have others. */
export const kindName = (kind: string): string => kindNames[kind] ?? kind;
