import { hash } from 'node:crypto';

/** Types of nodes in the lineage that pipelines report. */
export type LineageNodeType = 'dataset' | 'job';

/** Names a dataset or a job, as OpenLineage does. */
export type LineageName = { type: LineageNodeType; namespace: string; name: string };

/** A UUID (version 8, RFC 9562 §5.8) that is derived from the texts. */
export function digestId(texts: readonly string[]): string {
  // JSON keeps texts apart that contain each other's separator.
  const hex = hash('sha256', JSON.stringify(texts), 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The id of a node: equal names have equal ids, so that writers need not look them up. */
export function nodeIdOf({ type, namespace, name }: LineageName): string {
  return digestId([type, namespace, name]);
}

/** All names that `dataset:<namespace>:<name>` can mean, because namespaces contain colons. */
export function namesIn(text: string): LineageName[] {
  const found = /^(dataset|job):/.exec(text);
  if (!found) return [];
  const type = found[1] as LineageNodeType;
  const rest = text.slice(found[0].length);
  const names: LineageName[] = [];
  for (let at = rest.indexOf(':'); at !== -1 && names.length < 20; at = rest.indexOf(':', at + 1)) {
    names.push({ type, namespace: rest.slice(0, at), name: rest.slice(at + 1) });
  }
  return names.filter(({ namespace, name }) => namespace !== '' && name !== '');
}
