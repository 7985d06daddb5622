import { useEffect } from 'react';
import { createStore } from './store.ts';

/** The resource of the page, for the menu "copy as". */
export type CopySource = {
  /** Path of the API: `/api/dataproducts/shop-data`. */
  path: string;
  /** Path of its YAML, if it has one. */
  yamlPath?: string;
};

/** What the current page offers to copy. */
export const copySource = createStore<CopySource | undefined>(undefined);

/** Offers the resource of the page to the menu "copy as" in the top bar. */
export function useCopySource(path: string, yamlPath?: string): void {
  useEffect(() => {
    copySource.set(yamlPath === undefined ? { path } : { path, yamlPath });
    return () => copySource.set(undefined);
  }, [path, yamlPath]);
}

/** A command for a shell that reads the resource; the key comes from the environment, so that no secret is copied. */
export function curlCommand({ path }: CopySource): string {
  return `curl -H "x-api-key: $KEY" '${location.origin}${path}'`;
}
