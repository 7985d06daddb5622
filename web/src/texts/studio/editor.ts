import { counted } from '../../lib/numbers.ts';

const problemCount = (count: number) => (count === 0 ? 'No problems' : counted(count, 'problem'));

/** Words of the editors of contracts and products. */
export const editorTexts = {
  edit: 'Edit',
  newTitles: { datacontracts: 'New contract', dataproducts: 'New product' },
  above: { datacontracts: 'Data contracts', dataproducts: 'Data products' },
  views: 'How the document is shown',
  view: { form: 'Form', yaml: 'YAML', both: 'Side by side', diagram: 'Diagram' },
  label: 'YAML of the document',
  unsaved: 'Not saved',
  save: 'Save',
  saving: 'Saving…',
  discard: 'Discard',
  nothingToSave: 'Nothing has changed yet.',
  doesNotParse: (line: number) => `The YAML cannot be read: see line ${line}.`,
  saved: (name: string) => `${name} is saved.`,
  warnings: 'Saved with warnings',
  goToLine: (line: number) => `Go to line ${line}`,
  reading: 'The text is being read.',
  noId: 'The text needs an id, under which it is stored.',
  exists: 'There is already a document with the id',
  existsHint: 'Write another id into the text, or edit that document.',
  editOther: (id: string) => `Edit ${id} with this text`,
  problems: (errors: number, warnings: number) =>
    [
      errors > 0 || warnings === 0 ? problemCount(errors) : '',
      warnings > 0 ? counted(warnings, 'warning') : '',
    ]
      .filter(Boolean)
      .join(', '),
  problemList: 'Problems of the text',
  line: (line: number) => `Line ${line}`,
  moreProblems: (count: number) => `${count} more`,
  error: 'Error',
  warning: 'Warning',
  changedMeanwhile: 'Somebody saved another version while you wrote. Yours is kept.',
  compare: 'Compare',
  merged:
    'Somebody saved another version while you wrote. It is merged into your text: look at it, then save.',
  chosen: 'What you chose is in the text. It is not saved yet.',
  wholeText: 'Whole text',
  discardTitle: 'Discard the edit?',
  discardDetail: 'The text goes back to what is stored.',
  discardNewDetail: 'The text is not stored anywhere else.',
  discardEdit: 'Discard edit',
  keepEditing: 'Keep editing',
  leaveTitle: 'Leave without saving?',
  leaveDetail: 'Your edit stays in this browser tab until you close it.',
  leave: 'Leave',
  missing: 'There is no draft of it in this browser tab either.',
  beginNew: { datacontracts: 'Begin a new contract', dataproducts: 'Begin a new product' },
  aside: 'What the edit changes',
} as const;
