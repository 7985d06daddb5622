import { readYamlTree } from '../../lib/yaml-tree.ts';
import type { ParsedOntology } from '../ontology/parse-ontology.ts';
import { readDocument } from '../ontology/read-document.ts';

/**
 * Reads a text that was accepted when it was stored. References are not looked up again: a namespace that it requires may have
 * lost a concept since.
 */
export function readStored(text: string): ParsedOntology {
  const tree = readYamlTree(text);
  if (tree.problem) throw new Error(`a stored ontology ${tree.problem.message}`);
  const { ontology } = readDocument(tree.root);
  return { text, root: tree.root, aliases: tree.aliases, ontology };
}
