import type { GitType } from './git-hosts.ts';

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The page of a file on its Git host; undefined for hosts without pages, and for plain servers. */
export function webLinkOf(
  type: GitType,
  { repositoryUrl, branch, path }: { repositoryUrl: string; branch: string; path: string },
): string | undefined {
  const base = pageOf(repositoryUrl);
  const [at, file] = [encodePath(branch), encodePath(path)];
  switch (type) {
    case 'github':
      return `${base}/blob/${at}/${file}`;
    case 'gitlab':
      return `${base}/-/blob/${at}/${file}`;
    case 'bitbucket':
      return `${base}/src/${at}/${file}`;
    case 'gitea':
      return `${base}/src/branch/${at}/${file}`;
    case 'azuredevops':
      return repositoryUrl.startsWith('ssh:')
        ? undefined
        : `${base}?path=/${file}&version=GB${encodeURIComponent(branch)}`;
    case 'git':
      return undefined;
  }
}

/** Repositories that are reached over SSH have pages under the same host. */
function pageOf(repositoryUrl: string): string {
  const url = repositoryUrl.replace(/\.git$/, '');
  if (!url.startsWith('ssh:')) return url;
  const { hostname, pathname } = new URL(url);
  return `https://${hostname}${pathname}`;
}
