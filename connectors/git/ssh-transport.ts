import fs from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as git from 'isomorphic-git';
import type { GitSignIn, RepositoryAddress } from '../../domain/git/repository.ts';
import { resolveAllowedHost } from '../guard/hosts.ts';
import { checkPack } from './check-pack.ts';
import { GitError, pushForbidden } from './git-error.ts';
import { exchangeTimeoutMs, tooLarge } from './limits.ts';
import { runGit } from './run-git.ts';
import type { GitEnd } from './run-git.ts';
import { assertSameHost } from './sign-in.ts';
import type { GitAccess } from './sign-in.ts';
import type { Transport } from './transport.ts';

type SshAddress = Extract<RepositoryAddress, { protocol: 'ssh' }>;

type Connection = GitAccess & { address: SshAddress; signIn: GitSignIn | undefined };

/** Git over SSH, by the programs git and ssh; the key and the known hosts are files in `folder`. */
export function sshTransport(connection: Connection, folder: string): Transport {
  const call = async (gitdir: string, args: readonly string[]): Promise<GitEnd> => {
    const env = { GIT_SSH_COMMAND: await sshCommand(connection, folder) };
    const { signal } = connection;
    return runGit({ args, gitdir, env, timeoutMs: exchangeTimeoutMs, signal });
  };
  const { url } = connection.address;
  return {
    fetch: async (gitdir, ref) => {
      const to = `+${ref}:${ref.replace('refs/heads/', 'refs/remotes/origin/')}`;
      const options = ['--depth=1', '--no-tags', '--no-write-fetch-head', '--quiet'];
      const end = await call(gitdir, ['fetch', ...options, '--', url, to]);
      if (end.code !== 0) return failFetch(connection, end, () => isEmpty(call, gitdir, url));
      await checkPacks(gitdir);
      return git.resolveRef({
        fs,
        gitdir,
        ref: ref.replace('refs/heads/', 'refs/remotes/origin/'),
      });
    },
    push: async (gitdir, ref) => {
      const end = await call(gitdir, [
        'push',
        '--no-verify',
        '--quiet',
        '--',
        url,
        `${ref}:${ref}`,
      ]);
      if (end.code !== 0) failPush(connection, end);
    },
  };
}

/** A command line that ssh reads: no configuration, no agent, no forwarding, only the known keys of the server. */
async function sshCommand({ address, signIn, allowedHosts }: Connection, folder: string) {
  if (signIn?.tokenType !== 'sshKey') {
    throw new GitError('unreachable', 'An address that begins with ssh:// needs an SSH key.');
  }
  assertSameHost(address, signIn);
  const { hostname, port } = address;
  const timeoutMs = exchangeTimeoutMs;
  const contacted = await resolveAllowedHost(hostname, port, { allowedHosts, timeoutMs });
  const keyFile = path.join(folder, 'key');
  const hostsFile = path.join(folder, 'known_hosts');
  await writeFile(keyFile, `${signIn.secret.trim()}\n`, { mode: 0o600 });
  await writeFile(hostsFile, `${signIn.knownHosts?.trim() ?? ''}\n`, { mode: 0o600 });
  const options = {
    BatchMode: 'yes',
    IdentitiesOnly: 'yes',
    IdentityFile: keyFile,
    IdentityAgent: 'none',
    StrictHostKeyChecking: 'yes',
    UserKnownHostsFile: hostsFile,
    CheckHostIP: 'no',
    GlobalKnownHostsFile: '/dev/null',
    PreferredAuthentications: 'publickey',
    // The checked address is contacted: a second DNS lookup could return another one.
    HostName: contacted,
    HostKeyAlias: port === 22 ? hostname : `[${hostname}]:${port}`,
    ClearAllForwardings: 'yes',
    ForwardAgent: 'no',
    PermitLocalCommand: 'no',
    ConnectTimeout: '20',
    ServerAliveInterval: '15',
    UpdateHostKeys: 'no',
  };
  const given = Object.entries(options).map(([name, value]) => `-o '${name}=${value}'`);
  return ['ssh', '-F', '/dev/null', '-T', ...given].join(' ');
}

async function isEmpty(
  call: (gitdir: string, args: readonly string[]) => Promise<GitEnd>,
  gitdir: string,
  url: string,
): Promise<boolean> {
  // Exit code 2 says that the server has no such refs.
  const end = await call(gitdir, ['ls-remote', '--exit-code', '--quiet', '--', url]);
  return end.code === 2;
}

async function failFetch(
  { address }: Connection,
  { code, messages }: GitEnd,
  isEmptyRepository: () => Promise<boolean>,
): Promise<undefined> {
  if (/couldn't find remote ref/i.test(messages)) {
    if (await isEmptyRepository()) return undefined;
    throw new GitError('no_branch', 'The repository has no such branch.');
  }
  // Beyond its limit a file cannot grow, and the program that writes it is ended by the signal SIGXFSZ.
  if (/index-pack (?:died|failed)|File too large|signal 25|fetch-pack: invalid/i.test(messages)) {
    throw new GitError('too_large', tooLarge);
  }
  throw new GitError('unreachable', reasonOf(address.hostname, code, messages));
}

function failPush({ address }: Connection, { code, messages }: GitEnd): never {
  if (/\((?:fetch first|non-fast-forward|stale info)\)|cannot lock ref/i.test(messages)) {
    throw new GitError('moved', 'Another commit came first.');
  }
  if (/\[remote rejected\]|pre-receive hook declined|protected/i.test(messages)) {
    throw new GitError(
      'push_refused',
      'The Git host refused the push: the branch may be protected.',
    );
  }
  // The repository was read before: an end without an error of ssh itself is a refusal of the host.
  const isOfHost = /Could not read from remote repository/i.test(messages);
  if (isOfHost && !errorOfSsh.test(messages)) throw pushForbidden(address.hostname, 'over SSH');
  throw new GitError('unreachable', reasonOf(address.hostname, code, messages));
}

const errorOfSsh =
  /\bssh: |cannot run ssh|Connection (?:closed|reset|refused|timed out)|Received disconnect|Broken pipe|Host key|Permission denied \(/i;

/** Sentences of our own: messages of git repeat addresses, and those of servers anything. */
function reasonOf(host: string, code: number | null, messages: string): string {
  if (code === 127) return 'SSH needs the programs git and ssh, and git is not installed.';
  if (/ssh: (?:not found|No such file)|cannot run ssh/i.test(messages)) {
    return 'SSH needs the programs git and ssh, and ssh is not installed.';
  }
  if (
    /Host key verification failed|REMOTE HOST IDENTIFICATION|No .* host key is known/i.test(
      messages,
    )
  ) {
    return `${host} has another key than the known hosts of the Git credential.`;
  }
  if (/Permission denied|invalid format|error in libcrypto/i.test(messages)) {
    return `${host} refused the SSH key: check the Git credential and its rights to the repository.`;
  }
  if (
    /not appear to be a git repository|not found|could not be found|cannot find|not exist|not authorized/i.test(
      messages,
    )
  ) {
    return `${host} has no such repository, or the SSH key may not read it.`;
  }
  return `${host} could not be reached over SSH.`;
}

async function checkPacks(gitdir: string): Promise<void> {
  const folder = path.join(gitdir, 'objects', 'pack');
  for (const name of await readdir(folder)) {
    if (name.endsWith('.pack')) await checkPack(await readFile(path.join(folder, name)));
  }
}
