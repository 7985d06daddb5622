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
  goToLine: (line: number) => `Go to line ${line}`,
  otherStandard:
    'The form knows documents of the current standard. Edit this one as YAML; it is checked all the same.',
} as const;
