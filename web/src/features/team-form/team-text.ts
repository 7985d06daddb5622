import { editText } from '../../lib/yaml/edit-text.ts';
import { parseText } from '../../lib/yaml/parse.ts';
import { mergeFields } from '../../lib/text/merge-fields.ts';
import { editsOf, fieldsOf, formOf } from './team-form.ts';
import type { TeamForm } from './team-form.ts';

/** What the YAML of a team says to the form. */
export const readTeam = (text: string): TeamForm => formOf(parseText(text).model);

/** The text with what the form changes; members that the form does not know, comments and order stay. */
export function writeTeam(text: string, form: TeamForm): string {
  return editsOf(readTeam(text), form).reduce(
    (before, edit) => editText(before, edit)?.text ?? before,
    text,
  );
}

/** The form brought together with a text that was saved since it began: the merged fields, and those that both changed. */
export const meetTexts = (base: string, theirs: string, form: TeamForm) =>
  mergeFields(fieldsOf(readTeam(base)), fieldsOf(readTeam(theirs)), fieldsOf(form));
