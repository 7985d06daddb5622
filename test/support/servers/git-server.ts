import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../local/servers/free-port.ts';
import { until } from '../until.ts';
import { commitInto, isolated, run } from './git-commit.ts';
import type { CommitOptions, CommittedFiles } from './git-commit.ts';

/** True if git is installed with its server for HTTP. */
export const hasGit = (() => {
  try {
    const programs = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim();
    return existsSync(path.join(programs, 'git-http-backend'));
  } catch {
    return false;
  }
})();

/** True if the SSH server of Debian is installed: apt-get install openssh-server. */
export const hasSshd = existsSync('/usr/sbin/sshd');

export type GitServer = {
  host: string;
  /** Address of a repository that `git http-backend` serves. */
  url: (name?: string) => string;
  /** Makes a bare repository without commits. */
  create: (name?: string) => string;
  /** Removes a repository. */
  drop: (name?: string) => void;
  /** Runs git in a bare repository. */
  git: (args: readonly string[], name?: string) => string;
  /** Commits files on a branch as another person would; undefined deletes, links are `{ link }`. Returns the hash. */
  commit: (files: CommittedFiles, options?: CommitOptions & { name?: string }) => string;
  /** The text of a file at the newest commit of a branch. */
  read: (file: string, options?: { name?: string; branch?: string }) => string;
  /** Called with each request before it is served; it may answer the request itself by returning true. */
  intercept: (handler: (req: IncomingMessage, res: ServerResponse) => boolean) => void;
  requests: string[];
  folder: string;
  stop: () => Promise<void>;
};

/** A Git server on loopback: `git http-backend` behind HTTP with a user and a token. */
export async function startGitServer(token: string): Promise<GitServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'concordat-test-git-'));
  const requests: string[] = [];
  let handler = (_req: IncomingMessage, _res: ServerResponse): boolean => false;
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    if (handler(req, res)) return;
    // GitHub answers the Git protocol to no other programs.
    if (!req.headers['user-agent']?.startsWith('git/')) return void res.writeHead(404).end();
    const given = req.headers.authorization?.replace(/^Basic /, '') ?? '';
    if (Buffer.from(given, 'base64').toString().split(':')[1] !== token) {
      res.writeHead(401, { 'www-authenticate': 'Basic' }).end(`no: ${given}`);
      return;
    }
    serve(folder, req, res);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bare = (name: string): string => path.join(folder, `${name}.git`);
  return {
    host,
    requests,
    folder,
    url: (name = 'shop') => `http://${host}/${name}.git`,
    create: (name = 'shop') => {
      run(folder, ['init', '-q', '--bare', '-b', 'main', bare(name)]);
      appendFileSync(path.join(bare(name), 'config'), '[http]\n\treceivepack = true\n');
      return bare(name);
    },
    drop: (name = 'shop') => rmSync(bare(name), { recursive: true }),
    git: (args, name = 'shop') => run(bare(name), args),
    commit: (files, { name = 'shop', ...options } = {}) => commitInto(bare(name), files, options),
    read: (file, { name = 'shop', branch = 'main' } = {}) =>
      execFileSync('git', ['show', `${branch}:${file}`], {
        cwd: bare(name),
        env: isolated,
        encoding: 'utf8',
      }),
    intercept: (next) => {
      handler = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `git http-backend` as a CGI program. */
function serve(folder: string, req: IncomingMessage, res: ServerResponse): void {
  const url = new URL(req.url ?? '', 'http://localhost');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...isolated,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: req.method ?? 'GET',
      CONTENT_TYPE: req.headers['content-type'] ?? '',
      REMOTE_USER: 'robot',
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  req.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const answer = Buffer.concat(chunks);
    const end = answer.indexOf('\r\n\r\n');
    const headers = answer
      .toString('latin1', 0, end)
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]);
    const status = headers.find(([name]) => name === 'Status');
    for (const [name, value] of headers) if (name !== 'Status') res.setHeader(name, value);
    res.writeHead(status ? Number.parseInt(status[1], 10) : 200).end(answer.subarray(end + 4));
  });
}

export type SshServer = {
  port: number;
  /** Address of a repository in the folder of a Git server. */
  url: (name?: string) => string;
  privateKey: string;
  knownHosts: string;
  /** Lets the key only read, as deploy keys of Git hosts, or write again. */
  setReadOnly: (isReadOnly: boolean) => void;
  stop: () => void;
};

const readOnly =
  'command="case $SSH_ORIGINAL_COMMAND in git-upload-pack*) eval $SSH_ORIGINAL_COMMAND ;; *) echo read only >&2; exit 1 ;; esac" ';

/** The SSH server of Debian on loopback, for the user that runs the tests. */
export async function startSshServer(folder: string): Promise<SshServer> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'concordat-test-sshd-'));
  const file = (name: string): string => path.join(home, name);
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)]);
  const authorize = (options: string): void =>
    writeFileSync(file('authorized'), `${options}${readFileSync(file('user.pub'), 'utf8')}`, {
      mode: 0o600,
    });
  authorize('');
  chmodSync(home, 0o700);
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const port = await freePort();
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${file('host')}`,
    `AuthorizedKeysFile ${file('authorized')}`,
    'StrictModes no',
    'PasswordAuthentication no',
    'UsePAM no',
    'PermitRootLogin yes',
    `PidFile ${file('pid')}`,
  ];
  writeFileSync(file('config'), `${settings.join('\n')}\n`);
  const child = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', file('config')], { stdio: 'ignore' });
  await until('sshd listens', () => accepts(port));
  const hostKey = readFileSync(file('host.pub'), 'utf8').trim();
  return {
    port,
    url: (name = 'shop') =>
      `ssh://${os.userInfo().username}@127.0.0.1:${port}${folder}/${name}.git`,
    privateKey: readFileSync(file('user'), 'utf8'),
    knownHosts: `[127.0.0.1]:${port} ${hostKey}`,
    setReadOnly: (isReadOnly) => authorize(isReadOnly ? readOnly : ''),
    stop: () => {
      child.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
