import { counted, countText } from '../../lib/numbers.ts';

/** Words of rules of policies, and of what does not keep them. */
export const policyTexts = {
  broken: (errors: number, warnings: number) => {
    if (errors === 0) return `${counted(warnings, 'warning')} of policies`;
    const broken = `${counted(errors, 'rule')} of policies ${errors === 1 ? 'is' : 'are'} broken`;
    return warnings === 0 ? broken : `${broken}, ${counted(warnings, 'warning')}`;
  },
  stale: 'Rules have changed; the documents are being judged again.',
  problem: 'This rule could not be judged: ',
  rules: 'Rules',
  ruleCount: (rules: number, isEnforced: boolean) =>
    rules === 0 ? '–' : `${countText(rules)}, ${isEnforced ? 'enforced' : 'not enforced'}`,
  rule: 'Rule',
  severity: 'Severity',
  about: 'About',
  error: 'Error',
  warning: 'Warning',
  kinds: { contract: 'contracts', product: 'products' } as Readonly<Record<string, string>>,
  allDocuments: 'all it reads',
  ofTeams: (teams: string) => `of ${teams}`,
  withTags: (tags: string) => `with ${tags}`,
  expression: 'Condition',
  inForce: {
    enforced: 'Enforced: a document that breaks a rule of severity error is not stored.',
    watched: 'Watched: documents are judged, and stored also if they break a rule.',
    off: 'Not in force: rules are judged when the status is Accepted.',
  },
  found: 'What does not keep it',
  nothingFound: 'Every document keeps these rules',
  nothingFoundDetail: 'They are judged with each change of a document.',
  tryIt: 'Try',
  tryingMore: (checked: number) => `${counted(checked, 'document')} judged so far …`,
  tried: (checked: number, found: number) =>
    found === 0
      ? `All ${counted(checked, 'document')} would keep the rules.`
      : `${countText(found)} of ${counted(checked, 'document')} would not keep the rules.`,
  tryResult: 'What would not keep the rules',
  first: (shown: number, all: number) =>
    `The first ${countText(shown)} of ${counted(all, 'document')}.`,
  document: 'Document',
  team: 'Team',
  mend: 'What to change',
  toEditor: 'Change it in the editor',
  allFindings: 'All documents',
} as const;
