import { counted } from '../../lib/numbers.ts';

/** Words of the form of contracts and products. */
export const formTexts = {
  form: 'Form',
  parts: 'Parts of the document',
  table: 'table',
  field: 'field',
  noName: 'without a name',
  add: (noun: string) => `Add ${noun}`,
  remove: (noun: string) => `Remove ${noun}`,
  up: 'Move up',
  down: 'Move down',
  nothing: (noun: string) => `No ${noun} yet.`,
  moreInYaml: (names: readonly string[]) => `Only in the YAML: ${names.join(', ')}.`,
  choose: 'not set',
  wordsHint: 'Separate them with commas.',
  unreadable: (line: number) =>
    `Line ${line} keeps the form from reading the YAML. The form shows its last state and cannot be changed until the YAML is mended.`,
  otherStandard:
    'The form knows documents of the current standard. Edit this one as YAML; it is checked all the same.',
} as const;

/** Words of the diagram of the text that is edited. */
export const diagramTexts = {
  product: 'Ports of the product',
  unreadable: (line: number) =>
    `Line ${line} keeps the diagram from reading the YAML. It shows the last state that could be read.`,
  neverRead: (line: number) => `Line ${line} keeps the diagram from reading the YAML.`,
  noTables: 'The text describes no tables yet',
  noTablesDetail: 'Add a table in the form, or write a schema into the YAML.',
  noPorts: 'The text describes no ports yet',
  noPortsDetail: 'Add input and output ports in the form, or write them into the YAML.',
  openForm: 'Open the form',
  input: 'Input port',
  output: 'Output port',
  thisProduct: 'This product',
  noContract: 'no contract',
  version: 'Version',
  contractOf: 'Contract',
  port: 'Port',
  direction: 'Direction',
  asTable: 'Show as table',
  asDiagram: 'Show as diagram',
  describe: (inputs: number, outputs: number) =>
    `${counted(inputs, 'input port')} lead to the product, and ${counted(outputs, 'output port')} from it`,
} as const;
