import { execFileSync } from 'node:child_process';

/** The environment of a git without the settings of this machine, which commits as Ada. */
export const isolated = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  // Large files are packed quickly, not as small as possible.
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.compression',
  GIT_CONFIG_VALUE_0: '1',
  GIT_CONFIG_KEY_1: 'core.bigFileThreshold',
  GIT_CONFIG_VALUE_1: '1m',
};

/** Runs git without the settings of this machine. */
export function run(cwd: string, args: readonly string[], input?: Buffer): string {
  return execFileSync('git', args, {
    cwd,
    env: isolated,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input && { input }),
  }).trim();
}

/** Texts by paths; undefined deletes a file, links are `{ link }`. */
export type CommittedFiles = Record<string, string | Buffer | undefined | { link: string }>;

export type CommitOptions = { branch?: string; message?: string; amend?: boolean };

/** `data` of `git fast-import`. */
const dataOf = (content: string | Buffer): (string | Buffer)[] => [
  `data ${Buffer.byteLength(content)}\n`,
  content,
  '\n',
];

const change = ([file, content]: [string, CommittedFiles[string]]): (string | Buffer)[] => {
  if (content === undefined) return [`D ${file}\n`];
  const isLink = typeof content === 'object' && 'link' in content;
  return [
    `M ${isLink ? '120000' : '100644'} inline ${file}\n`,
    ...dataOf(isLink ? content.link : content),
  ];
};

/**
 * Commits files on a branch of a bare repository, as a forced push would. Returns the hash. It takes two processes, where a clone with
 * a commit and a push takes about twenty.
 */
export function commitInto(
  bare: string,
  files: CommittedFiles,
  { branch = 'main', message = 'Change', amend = false }: CommitOptions = {},
): string {
  // A new branch starts at main, which is the branch of a clone.
  const refs = [branch, 'main'].map((name) => `refs/heads/${name}`);
  const format = '--format=%(refname) %(objectname) %(tree) %(parent)';
  const found = run(bare, ['for-each-ref', format, ...refs]).split('\n');
  const lineOf = (ref = '') => found.find((line) => line.startsWith(`${ref} `));
  const [, head, tree, before] = (lineOf(refs[0]) ?? lineOf(refs[1]) ?? '').split(' ');
  const parent = amend ? before : head;
  const lines = [
    `commit refs/heads/${branch}\nmark :1\ncommitter Ada <ada@example.com> now\n`,
    ...dataOf(message),
    ...(parent ? [`from ${parent}\n`] : []),
    ...(amend && tree ? [`M 040000 ${tree} \n`] : []),
    ...Object.entries(files).flatMap(change),
    'get-mark :1\n',
  ];
  const input = Buffer.concat(lines.map((line) => Buffer.from(line)));
  return run(
    bare,
    ['fast-import', '--quiet', '--force', '--date-format=now', '--cat-blob-fd=1'],
    input,
  );
}
