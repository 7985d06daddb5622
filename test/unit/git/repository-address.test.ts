import {
  branchProblem,
  readFilePath,
  readRepositoryAddress,
} from '../../../domain/git/repository.ts';

it.each<[string, string, string]>([
  ['https://GitHub.com/team/shop.git/', 'https://github.com/team/shop.git', 'github.com'],
  ['http://127.0.0.1:3000/shop', 'http://127.0.0.1:3000/shop', '127.0.0.1:3000'],
  ['git@github.com:team/shop.git', 'ssh://git@github.com/team/shop.git', 'github.com'],
  ['git.example.com:team/shop', 'ssh://git@git.example.com/team/shop', 'git.example.com'],
  ['ssh://robot@Git.example.com:22/shop', 'ssh://robot@git.example.com/shop', 'git.example.com'],
  [
    'ssh://git@git.example.com:2222/~/x',
    'ssh://git@git.example.com:2222/~/x',
    'git.example.com:2222',
  ],
])('reads the address %s', (text, url, host) => {
  expect(readRepositoryAddress(text)).toMatchObject({ url, host });
});

it.each([
  'https://user:secret@github.com/x',
  'https://token@github.com/x',
  'ssh://git:secret@github.com/x',
  'https://github.com/',
  'https://github.com/x?private_token=secret',
  'https://github.com/x#main',
  'ext::sh -c id',
  'ext::sh%20-c%20id',
  'file:///etc',
  '/etc/passwd',
  'ssh://-oProxyCommand=id/x',
  'ssh://-oProxyCommand=id@host/x',
  '-oProxyCommand=id:x',
  'git@-oProxyCommand=id:x',
  'git://github.com/x',
  'https://github.com/a b',
  'https://github.com/a\\b',
  `https://github.com/${'x'.repeat(1000)}`,
  '',
])('refuses the address %s, and repeats nothing of it', (text) => {
  const problem = readRepositoryAddress(text);
  expect(problem).toEqual(expect.stringMatching(/^(must|has) /));
  expect(problem).not.toContain('secret');
});

it('knows names of branches', () => {
  for (const name of ['main', 'feature/x-1', 'a.b', 'übung', '#1'])
    expect([name, branchProblem(name)]).toEqual([name, undefined]);
  for (const name of [
    '',
    '-x',
    'a..b',
    'a b',
    'a~1',
    'x.lock',
    'x/',
    '/x',
    'a//b',
    '@',
    'a@{1',
    '.a',
    'a/.b',
    'a:b',
    'x.',
  ])
    expect([name, branchProblem(name)]).toEqual([name, expect.any(String)]);
});

it('knows paths of files', () => {
  expect(readFilePath('/a/b.yaml')).toBe('a/b.yaml');
  for (const path of [
    '',
    '/',
    'a/../b',
    '..',
    './a',
    'a//b',
    'a/',
    '.git/config',
    'a/.GIT/x',
    'a\\b',
    'a\u0000',
  ])
    expect([path, readFilePath(path)]).toEqual([path, undefined]);
});
