import { readYamlTree } from '../../lib/yaml/tree.ts';
import type { ParsedOntology } from '../ontology/read/parse-ontology.ts';
import { readDocument } from '../ontology/read/read-document.ts';

/**
 * Parses a stored text, which was valid when stored. References are not checked again: a required namespace may
 * have removed a concept since.
 */
export function readStored(text: string): ParsedOntology {
  const tree = readYamlTree(text);
  if (tree.problem) throw new Error(`a stored ontology ${tree.problem.message}`);
  const { ontology } = readDocument(tree.root);
  return { text, root: tree.root, aliases: tree.aliases, ontology };
}
