import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import type { Ontology } from '../ontology/ontology.ts';

/** Metadata of a namespace, by the names of its document. */
export type StatedMetadata = {
  display_name: string;
  description: string | undefined;
  owner: string | undefined;
  read_only: boolean;
};

/** The ontology with this metadata only. Missing metadata is not added: a document may omit it. */
export function putMetadata(ontology: Ontology, metadata: StatedMetadata): Ontology {
  const { description, ...others } = metadata;
  const { custom_properties: custom, ...root } = ontology.members;
  const members = restated(root, { ...others, description });
  const inner = isObject(custom) ? restated(custom, others) : custom;
  return {
    ...ontology,
    members: { ...members, ...(inner !== undefined && { custom_properties: inner }) },
  };
}

function restated(members: JsonObject, wanted: Record<string, Json | undefined>): JsonObject {
  const entries = Object.entries(members).flatMap(([name, value]): [string, Json][] => {
    if (!Object.hasOwn(wanted, name)) return [[name, value]];
    const now = wanted[name];
    return now === undefined ? [] : [[name, now]];
  });
  return Object.fromEntries(entries);
}
