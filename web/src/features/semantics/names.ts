import { useQuery } from '@tanstack/react-query';
import { namespaceQuery } from '../concepts/queries.ts';
import { branchQuery } from './queries.ts';

/** The name of an ontology; its id until the name is read. */
export function useOntologyName(namespace: string): string {
  return useQuery(namespaceQuery(namespace)).data?.name ?? namespace;
}

/** The title of a branch, else its name. */
export function titleOf({ name, title }: { name: string; title: string | null }): string {
  return title === null || title === '' ? name : title;
}

/** The ontology and the branch of a page, as people name them. */
export function useBranchNames(namespace: string, branch: string) {
  const ontology = useOntologyName(namespace);
  const found = useQuery(branchQuery(namespace, branch)).data;
  return { ontology, title: found === undefined ? branch : titleOf(found) };
}
