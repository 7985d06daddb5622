import { counted, countText as count } from '../../lib/numbers.ts';

/** Words of the page of a data contract: its frame. */
export const contractTexts = {
  kind: 'Data contract',
  above: 'Contracts',
  tabs: 'Parts of the contract',
  schema: 'Schema',
  quality: 'Quality',
  tests: 'Tests',
  yaml: 'YAML',
  versions: 'Versions',
  branches: 'Branches',
  git: 'Git',
  terms: 'Terms & servers',
  usages: 'Who uses it',
  history: 'History',
  ownedBy: 'Owned by ',
  offeredBy: 'offered by ',
  offeredByFirst: 'Offered by ',
  activeAccesses: (value: number) => counted(value, 'active access', 'active accesses'),
  generate: 'Generate code',
  refused: 'You may not edit this contract.',
  runTest: 'Run test',
  runTestOn: 'Run the test on',
  noServer: 'The contract names no server, so there is no data to test.',
  nextField: 'Next field',
  previousField: 'Previous field',
  closeField: 'Close the field',
} as const;

/** Words of the schema with its measurements. */
export const schemaTexts = {
  label: 'Fields with their promises and measurements',
  field: 'Field',
  type: 'Type',
  promise: 'Promise',
  broken: 'Broken rows',
  rows: (value: number) => counted(value, 'row'),
  passes: 'Passes',
  notChecked: 'Not checked',
  notTested: 'not tested',
  twice: (value: number) => `${count(value)} twice`,
  columnIs: (type: string) => `is ${type}`,
  missing: 'missing',
  fails: 'fails',
  primaryKey: 'Primary key',
  partOfKey: 'Part of the primary key',
  classified: (name: string) => `Classified as ${name}`,
  deprecated: 'Deprecated',
  failCount: (value: number) => `${count(value)} fail`,
  verdict: (failed: number, checks: number, server: string | null) =>
    `${failed === 0 ? `All ${counted(checks, 'check')} pass` : `${count(failed)} of ${counted(checks, 'check')} ${failed === 1 ? 'fails' : 'fail'}`}${server === null ? '' : ` on ${server}`}`,
  noChecks: 'The newest test had no checks',
  never: 'This contract has not been tested yet',
  neverDetail: 'Run a test, or publish results with ',
  took: (seconds: string, rows: number) =>
    rows === 0 ? `took ${seconds} s` : `took ${seconds} s, read ${counted(rows, 'row')}`,
  onlyFailing: 'Only failing',
  allFields: 'All fields',
  filter: 'Filter the fields',
  diagram: 'Tables and their relationships',
  noReferences: 'No table refers to another one',
  asTable: 'Show as table',
  asDiagram: 'Show as diagram',
  from: 'From',
  to: 'To',
  moreFields: (value: number) => `${count(value)} more`,
  tables: 'Tables',
  table: 'Table',
  fields: 'Fields',
  noFields: 'This contract describes no tables yet',
  noFieldsDetail: 'Add a schema to its YAML: tables, their fields, and what is promised of them.',
  allFailing: 'No field fails',
  outside: (field: string, to: string) => `${field} refers to ${to}`,
  otherChecks: 'Checks of tables and fields that the contract no longer has',
} as const;

/** Words of the panel of one field. */
export const fieldTexts = {
  gone: (path: string) => `The contract has no field ${path}.`,
  type: 'Type',
  promises: 'Promise',
  classification: 'Class',
  masked: (name: string) => `${name}, values are masked`,
  tags: 'Tags',
  examples: 'Examples',
  expression: 'Expression',
  noChecks: 'No check looks at this field.',
  allPass: (value: number) => `All ${counted(value, 'check')} of this field pass.`,
  passed: (value: number) => `${counted(value, 'check')} ${value === 1 ? 'passes' : 'pass'}`,
  ofRows: (total: number) => `of ${counted(total, 'row')}`,
  share: (fraction: number) =>
    new Intl.NumberFormat('en', {
      style: 'percent',
      maximumFractionDigits: fraction < 0.01 ? 2 : 1,
    }).format(fraction),
  since: (day: string, version: string) => `fails since ${day}, version ${version}`,
  rows: (value: number) => (value === 1 ? 'row' : 'rows'),
  samples: 'Rows that show it',
  samplesOf: (shown: number, all: number | null) =>
    `${all === null ? counted(shown, 'row') : `${count(shown)} of ${count(all)}`}, deleted after 30 days`,
  maskedNote: '*** stands for a value of a classified field, which is not stored.',
  null: 'null',
  samplesDeleted: 'The rows were deleted after their retention, or the check found none.',
  copySql: (value: number | null) =>
    value === null ? 'Copy SQL' : `Copy SQL for all ${count(value)}`,
  sqlName: 'SQL',
  ask: (team: string) => `Ask ${team}`,
  askSubject: (contract: string, field: string) => `${contract}: ${field}`,
} as const;

const kinds: readonly (readonly [RegExp, string, string])[] = [
  [/unique$/u, 'Unique', 'values occur more than once'],
  [/required$/u, 'Required', 'have no value'],
  [/regex$/u, 'Pattern', 'do not match the pattern'],
  [/physical_type$/u, 'Type', 'have another type'],
  [/logical_type|field_type$/u, 'Type', 'have another type'],
  [/is_present$/u, 'Present', 'are missing'],
  [/min_length$/u, 'Length', 'are shorter than promised'],
  [/max_length$/u, 'Length', 'are longer than promised'],
  [/minimum$/u, 'Minimum', 'are below the minimum'],
  [/maximum$/u, 'Maximum', 'are above the maximum'],
  [/enum$|valid_values|invalid/u, 'Values', 'have a value that is not in the list'],
  [/row_count$/u, 'Row count', 'do not fit'],
  [/freshness/u, 'Freshness', 'are too old'],
  [/foreign|relationship/u, 'Reference', 'refer to nothing'],
];

/** What the broken rows do, as a sentence without their number. */
export function rowsSentence(type: string, name: string): string {
  const { rowsDo } = checkKind(type, name);
  return rowsDo.startsWith('values') ? `Values${rowsDo.slice(6)}` : `Rows ${rowsDo}`;
}

/** What a check looks at, in a word, and what its broken rows do. */
export function checkKind(type: string, name: string): { word: string; rowsDo: string } {
  const found = kinds.find(([pattern]) => pattern.test(type));
  if (found === undefined) return { word: name, rowsDo: 'break the rule' };
  return { word: found[1], rowsDo: found[2] };
}
