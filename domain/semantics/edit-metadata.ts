import { isObject } from '../../lib/json.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { Ontology } from '../ontology/ontology.ts';

/** What is said of a namespace, as its document calls it. */
export type StatedMetadata = {
  display_name: string;
  description: string | undefined;
  owner: string | undefined;
  read_only: boolean;
};

/**
 * The ontology that states no other metadata than this. What it does not state is not added: a document that leaves something
 * out says nothing about it.
 */
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
