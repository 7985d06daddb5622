import { azureDevops } from '../../../connectors/git/pull-requests/azure-devops.ts';
import { bitbucket } from '../../../connectors/git/pull-requests/bitbucket.ts';
import type { Forge } from '../../../connectors/git/pull-requests/forge.ts';
import { gitea } from '../../../connectors/git/pull-requests/gitea.ts';
import { github } from '../../../connectors/git/pull-requests/github.ts';
import { gitlab } from '../../../connectors/git/pull-requests/gitlab.ts';
import { readRepositoryAddress } from '../../../domain/git/repository.ts';
import type { RepositoryAddress } from '../../../domain/git/repository.ts';

it.each<[string, Forge, string]>([
  ['https://github.com/acme/shop.git', github, 'https://api.github.com/repos/acme/shop'],
  ['https://ghe.example.com/acme/shop', github, 'https://ghe.example.com/api/v3/repos/acme/shop'],
  [
    'https://gitlab.com/acme/data/shop.git',
    gitlab,
    'https://gitlab.com/api/v4/projects/acme%2Fdata%2Fshop',
  ],
  [
    'https://git.example.com/acme/shop.git',
    gitea,
    'https://git.example.com/api/v1/repos/acme/shop',
  ],
  [
    'https://example.com/tools/git/acme/shop.git',
    gitea,
    'https://example.com/tools/git/api/v1/repos/acme/shop',
  ],
  [
    'https://bitbucket.org/acme/shop.git',
    bitbucket,
    'https://api.bitbucket.org/2.0/repositories/acme/shop',
  ],
  [
    'https://dev.azure.com/acme/web/_git/shop',
    azureDevops,
    'https://dev.azure.com/acme/web/_apis/git/repositories/shop',
  ],
])('the pull requests of %s have an address', (url, forge, root) => {
  expect(forge.rootOf(readRepositoryAddress(url) as RepositoryAddress)).toBe(root);
});
