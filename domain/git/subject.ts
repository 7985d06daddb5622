import { assertNoViolations } from '../validation/validation.ts';
import { describeDocument, kindNamed } from '../kinds/index.ts';
import type { DocumentKind } from '../kinds/kind.ts';

/** What can be connected with a file: documents of a kind, and ontologies. */
export type GitSubjectKind = Pick<DocumentKind, 'name' | 'title'> & {
  permissions: Pick<DocumentKind['permissions'], 'edit'>;
};

/** The ontology of a namespace, whose file is the text of its `ontology.yaml`. */
export const ontologySubject: GitSubjectKind = {
  name: 'semantic-namespace',
  title: 'ontology',
  permissions: { edit: 'RESOURCES_EDIT' },
};

/** Maximum size of the file of an ontology, like the body of a request. */
export const maxOntologyBytes = 32 * 1024 ** 2;

export const isOntology = (kind: string): boolean => kind === ontologySubject.name;

/** The kind with this name; throws if there is none. */
export function gitKindNamed(name: string): GitSubjectKind {
  return isOntology(name) ? ontologySubject : kindNamed(name);
}

/** The name of what is connected in messages, e.g. `ontology 'sales'`. */
export function describeSubject({ kind, id }: { kind: string; id: string }): string {
  return isOntology(kind) ? `${ontologySubject.title} '${id}'` : describeDocument({ kind, id });
}

/** Refuses with `invalid_body` a file of JSON for an ontology, which is YAML as it was written. */
export function assertFileOf({ name }: GitSubjectKind, path: string): void {
  const message = 'must not end in .json: the file of an ontology is YAML';
  const isRefused = isOntology(name) && path.toLowerCase().endsWith('.json');
  assertNoViolations(isRefused ? [{ field: 'repositoryPath', message }] : [], 'invalid_body');
}
