import { writeYaml } from '../../lib/yaml/yaml.ts';

/** The text of a namespace without an ontology, to compare a branch with. */
export function emptyOntology(namespace: string): string {
  return writeYaml({ name: namespace, ontology: [] });
}

/** The text of a namespace without an ontology, for readers, with its metadata. */
export function minimalOntology(namespace: {
  id: string;
  name: string;
  description: string | null;
  ownerId: string | null;
  readOnly: boolean;
}): string {
  const { id, name, description, ownerId, readOnly } = namespace;
  const custom = {
    ...(name !== id && { display_name: name }),
    ...(readOnly && { read_only: true }),
    ...(ownerId !== null && { owner: ownerId }),
  };
  return writeYaml({
    name: id,
    ...(description !== null && { description }),
    ...(Object.keys(custom).length > 0 && { custom_properties: custom }),
    ontology: [],
  });
}
