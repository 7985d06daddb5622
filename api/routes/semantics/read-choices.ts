import { refuse } from '../../../domain/errors.ts';
import type { Choice } from '../../../domain/ontology/merge/merge-draft.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { RawBody } from '../../exchange.ts';
import { choicesSchema } from '../../schemas/semantics/ontology-branches.ts';

/** Reads choices for conflicts. Refuses with `invalid_body` a choice of a value that has none. */
export async function readChoices(body: RawBody): Promise<Choice[]> {
  const { document } = await parseObject(body);
  const { choices } = assertValid(choicesSchema, document, 'invalid_body');
  const missing = choices.findIndex(({ take, value }) => take === 'value' && value === undefined);
  if (missing >= 0) {
    const field = `choices[${missing}].value`;
    refuse('invalid_body', `${field} is required with take: value; null removes the field.`, {
      violations: [{ field, message: 'is required with take: value' }],
    });
  }
  return choices.map(
    ({ concept, ...choice }) => ({ ...choice, concept: concept ?? undefined }) as Choice,
  );
}
