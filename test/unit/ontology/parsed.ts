import { parseOntology } from '../../../domain/ontology/read/parse-ontology.ts';
import type { ParsedOntology } from '../../../domain/ontology/read/parse-ontology.ts';
import type { RequiredConcepts } from '../../../domain/ontology/ontology.ts';

/** A text that must be an ontology. */
export function parsed(text: string, required?: RequiredConcepts): ParsedOntology {
  const answer = parseOntology(text, required);
  if (!answer.parsed) throw new Error(`${JSON.stringify(answer.violations)} in\n${text}`);
  return answer.parsed;
}
