import type { Tone } from '../status-words.ts';

const sentences: readonly (readonly [string, string, Tone])[] = [
  ['DataContractCreated', 'The contract was created', 'run'],
  ['DataContractUpdated', 'The contract was changed', 'run'],
  ['DataContractDeleted', 'The contract was deleted', 'bad'],
  ['TestRunRequested', 'A test was requested', 'idle'],
  ['TestRunCancelRequested', 'A test was cancelled', 'idle'],
  ['TestResultsCreated', 'Test results arrived', 'ok'],
  ['TestResultsDeleted', 'Test results were deleted', 'warn'],
  ['ResourceFollowed', 'New follower', 'idle'],
  ['ResourceUnfollowed', 'A follower left', 'idle'],
];

/** An entry of the audit trail as a sentence; one without a sentence is told by its name. */
export function historySentence(type: string): { sentence: string; tone: Tone } {
  const name = type.slice(type.lastIndexOf('.') + 1).replace(/Event$/u, '');
  const known = sentences.find(([start]) => name === start);
  if (known !== undefined) return { sentence: known[1], tone: known[2] };
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
  return { sentence: words.charAt(0).toUpperCase() + words.slice(1), tone: 'idle' };
}
