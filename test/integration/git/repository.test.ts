import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GitError } from '../../../connectors/git/git-error.ts';
import { useRepository } from '../../../connectors/git/repository.ts';
import type { Repository } from '../../../connectors/git/repository.ts';
import { installationToken } from '../../../connectors/git/sign-in.ts';
import { readRepositoryAddress } from '../../../domain/git/repository.ts';
import type { GitSignIn, RepositoryAddress } from '../../../domain/git/repository.ts';
import {
  hasGit,
  hasSshd,
  startGitServer,
  startSshServer,
} from '../../support/servers/git-server.ts';
import type { GitServer, SshServer } from '../../support/servers/git-server.ts';

const token = 'token-of-the-repository-71d0';
let server: GitServer;
let ssh: SshServer | undefined;
const describeGit = hasGit ? describe : describe.skip;
// Without the package openssh-server of Debian, the tests of SSH are skipped.
const describeSsh = hasGit && hasSshd ? describe : describe.skip;

beforeAll(async () => {
  if (!hasGit) return;
  server = await startGitServer(token);
  if (hasSshd) ssh = await startSshServer(server.folder);
});
afterAll(async () => {
  ssh?.stop();
  await server?.stop();
});

const signInOf = (change: Partial<GitSignIn> = {}): GitSignIn => ({
  type: 'git',
  host: server.host,
  tokenType: 'authenticationToken',
  username: null,
  appId: null,
  installationId: null,
  knownHosts: null,
  secret: token,
  ...change,
});
const sshSignIn = (change: Partial<GitSignIn> = {}): GitSignIn =>
  signInOf({
    host: `127.0.0.1:${ssh?.port}`,
    tokenType: 'sshKey',
    secret: ssh?.privateKey ?? '',
    knownHosts: ssh?.knownHosts ?? '',
    ...change,
  });
const addressOf = (text: string): RepositoryAddress =>
  readRepositoryAddress(text) as RepositoryAddress;

type Options = {
  url?: string | undefined;
  branch?: string;
  signIn?: GitSignIn;
  allowedHosts?: string[];
  signal?: AbortSignal;
};
const useHttp = <Result>(
  use: (repository: Repository) => Promise<Result>,
  {
    url = server.url(),
    branch = 'main',
    signIn = signInOf(),
    allowedHosts = ['127.0.0.1'],
    signal = new AbortController().signal,
  }: Options = {},
) => useRepository({ address: addressOf(url), branch, signIn, allowedHosts, signal }, use);
const useSsh = <Result>(use: (repository: Repository) => Promise<Result>, options: Options = {}) =>
  useHttp(use, { url: ssh?.url(), signIn: sshSignIn(), ...options });

const change = (path: string, text: string) => ({
  path,
  text,
  message: `Change ${path}`,
  author: { name: 'Grace', email: 'grace@example.com' },
  now: new Date('2026-01-02T03:04:05Z'),
});
const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown as GitError & { code?: string },
  );
  return { problem: error?.problem ?? error?.code, message: error?.message ?? '' };
};

const transports = [
  ['HTTP', describeGit, useHttp],
  ['SSH', describeSsh, useSsh],
] as const;
for (const [name, describeTransport, use] of transports) {
  describeTransport(`a repository over ${name}`, () => {
    beforeEach(() => void server.create());
    afterEach(() => server.drop());

    it('without commits gets its first one', async () => {
      const pushed = await use(async (repository) => {
        expect([repository.head, await repository.read('a.yaml')]).toEqual([undefined, undefined]);
        return repository.push(change('contracts/a.yaml', 'a: 1\n'));
      });
      expect(server.git(['rev-parse', 'main'])).toBe(pushed.commit);
      expect(server.read('contracts/a.yaml')).toBe('a: 1\n');
      expect(server.git(['log', '-1', '--format=%an %ae %cI %s'])).toBe(
        'Grace grace@example.com 2026-01-02T03:04:05+00:00 Change contracts/a.yaml',
      );
      server.git(['fsck', '--strict']);
    });

    it('is read at its newest commit, and changed in one file only', async () => {
      server.commit({ 'a/b/one.yaml': 'one\n', 'a/two.yaml': 'two\n', 'z.yaml': 'z\n' });
      server.commit({ 'a/b/one.yaml': 'newer\n' });
      const { file, missing, pushed } = await use(async (repository) => ({
        file: await repository.read('a/b/one.yaml'),
        missing: [
          await repository.read('a/b/none'),
          await repository.read('none/one.yaml'),
          await repository.read('z.yaml/x'),
        ],
        pushed: await repository.push(change('a/b/one.yaml', 'ours\n')),
      }));
      expect(file?.text).toBe('newer\n');
      expect(missing).toEqual([undefined, undefined, undefined]);
      expect(server.git(['rev-parse', 'main:a/b/one.yaml'])).toBe(pushed.blob);
      expect(server.git(['diff', '--name-only', 'main~1', 'main'])).toBe('a/b/one.yaml');
      expect(server.git(['rev-list', '--count', 'main'])).toBe('3');
      server.git(['fsck', '--strict']);
    });

    it('is pushed to another branch', async () => {
      server.commit({ 'a.yaml': 'a\n' });
      await use((repository) => repository.push(change('a.yaml', 'b\n'), 'concordat/orders'));
      expect(server.read('a.yaml')).toBe('a\n');
      expect(server.read('a.yaml', { branch: 'concordat/orders' })).toBe('b\n');
    });

    it('is never overwritten: a commit that came between fails the push', async () => {
      server.commit({ 'a.yaml': 'a\n' });
      const failure = await failureOf(
        use(async (repository) => {
          const first = server.commit({ 'b.yaml': 'theirs\n' });
          await repository.push(change('a.yaml', 'ours\n')).finally(() => {
            expect(server.git(['rev-parse', 'main'])).toBe(first);
          });
        }),
      );
      expect(failure).toEqual({ problem: 'moved', message: 'Another commit came first.' });
    });

    it('is never overwritten after a forced push either', async () => {
      server.commit({ 'a.yaml': 'a\n' });
      const failure = await failureOf(
        use(async (repository) => {
          server.commit({ 'a.yaml': 'forced\n' }, { amend: true });
          await repository.push(change('a.yaml', 'ours\n'));
        }),
      );
      expect(failure.problem).toBe('moved');
      expect(server.read('a.yaml')).toBe('forced\n');
      expect((await use((repository) => repository.read('a.yaml')))?.text).toBe('forced\n');
    });

    it('has no effect by its links, folders and submodules', async () => {
      server.commit({ 'dir/a.yaml': 'a\n', link: { link: '/etc/passwd' }, up: { link: '..' } });
      const commit = server.git(['rev-parse', 'main']);
      server.git(['update-index', '--add', '--cacheinfo', `160000,${commit},module`]);
      const tree = server.git(['write-tree']);
      server.git(['update-ref', 'refs/heads/sub', server.git(['commit-tree', tree, '-m', 'sub'])]);
      for (const file of ['link', 'dir', 'up/a.yaml']) {
        for (const how of ['read', 'push'] as const) {
          const failure = await failureOf(
            use((repository): Promise<unknown> =>
              how === 'read' ? repository.read(file) : repository.push(change(file, 'x')),
            ),
          );
          expect([file, how, failure.problem]).toEqual([file, how, 'not_a_file']);
        }
      }
      const sub = await failureOf(
        use((repository) => repository.read('module/x'), { branch: 'sub' }),
      );
      expect(sub.problem).toBe('not_a_file');
      expect(server.git(['rev-parse', 'main'])).toBe(commit);
    });

    it('refuses the push of a credential that may only read', async () => {
      server.commit({ 'a.yaml': 'a\n' });
      server.git(['config', 'http.receivepack', 'false']);
      ssh?.setReadOnly(true);
      const failure = await failureOf(use(({ push }) => push(change('a.yaml', 'b\n'))));
      ssh?.setReadOnly(false);
      expect([failure.problem, failure.message]).toEqual([
        'push_refused',
        expect.stringMatching(/refused the push \(.+\): the Git credential may only read/),
      ]);
    });

    it('says that its branch does not exist', async () => {
      server.commit({ 'a.yaml': 'a\n' });
      server.git(['tag', 'none']);
      const failure = await failureOf(use(async () => undefined, { branch: 'none' }));
      expect(failure.problem).toBe('no_branch');
    });

    it('says that it is too large, before it is unpacked', async () => {
      server.commit({ 'zeros.bin': Buffer.alloc(40 * 1024 ** 2), 'a.yaml': 'a\n' });
      const bomb = await failureOf(use((repository) => repository.read('a.yaml')));
      expect([bomb.problem, bomb.message]).toEqual([
        'too_large',
        expect.stringMatching(/64 MB packed/),
      ]);
      server.commit({ 'zeros.bin': undefined });
      expect((await use((repository) => repository.read('a.yaml')))?.text).toBe('a\n');
      const random = [1, 2, 3].map((n) => [`random-${n}.bin`, randomBytes(25 * 1024 ** 2)]);
      server.commit(Object.fromEntries(random) as Record<string, Buffer>);
      const large = await failureOf(use((repository) => repository.read('a.yaml')));
      expect([large.problem, large.message]).toEqual(['too_large', bomb.message]);
    });

    it('says that a file is no text, or larger than a document', async () => {
      server.commit({
        'large.yaml': 'x'.repeat(5 * 1024 ** 2 + 1),
        'bytes.yaml': Buffer.from([0xff, 0xfe]),
      });
      const read = (file: string) => failureOf(use((repository) => repository.read(file)));
      expect((await read('large.yaml')).problem).toBe('too_large');
      expect((await read('bytes.yaml')).problem).toBe('malformed');
    });

    it('is not contacted if its host is not allowed', async () => {
      const failure = await failureOf(
        use(async () => undefined, { allowedHosts: ['example.com'] }),
      );
      expect([failure.problem, failure.message]).toEqual([
        'source_refused',
        expect.stringContaining('ALLOWED_HOSTS'),
      ]);
    });

    it('gets no credential of another host', async () => {
      const base = name === 'HTTP' ? signInOf() : sshSignIn();
      const signIn = { ...base, host: 'git.example.com' };
      const failure = await failureOf(use(async () => undefined, { signIn }));
      expect([failure.problem, failure.message]).toEqual([
        'unreachable',
        expect.stringContaining('is for git.example.com'),
      ]);
    });

    it('ends when it is cancelled', async () => {
      server.commit({ 'a.yaml': 'a\n' });
      const controller = new AbortController();
      const failure = await failureOf(
        use(
          async (repository) => {
            controller.abort(new Error('cancelled'));
            await repository.push(change('a.yaml', 'b\n'));
          },
          { signal: controller.signal },
        ),
      );
      expect(failure.message).toBe('cancelled');
      expect(server.read('a.yaml')).toBe('a\n');
    });
  });
}

describeGit('a repository over HTTP', () => {
  const failWith = async (options: Options) => {
    server.requests.length = 0;
    const failure = await failureOf(useHttp(async () => undefined, options));
    expect(failure.message).not.toContain(token);
    expect(server.requests.join()).not.toContain(token);
    return failure;
  };

  it('says that the credential is refused, and repeats nothing of it', async () => {
    const failure = await failWith({ signIn: signInOf({ secret: 'wrong-token' }) });
    expect([failure.problem, failure.message]).toEqual([
      'unreachable',
      expect.stringContaining('refused access'),
    ]);
    expect(failure.message).not.toMatch(/wrong-token|d3Jvbmc/);
  });

  it('says that it does not exist, does not answer, or is no Git server', async () => {
    const missing = await failWith({ url: server.url('missing') });
    expect([missing.problem, missing.message]).toEqual([
      'unreachable',
      expect.stringContaining('no such repository'),
    ]);
    const url = 'http://127.0.0.1:1/shop.git';
    const away = await failWith({ url, signIn: signInOf({ host: '127.0.0.1:1' }) });
    expect([away.problem, away.message]).toEqual([
      'unreachable',
      '127.0.0.1:1 could not be reached: ECONNREFUSED.',
    ]);
    server.intercept((_, res) => Boolean(res.end('<html>')));
    expect((await failWith({})).problem).toBe('malformed');
    server.intercept(() => false);
  });

  it('follows no redirect', async () => {
    let followed = 0;
    const other = createServer((_, res) => void res.end(String(followed++)));
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    server.intercept((_, res) =>
      Boolean(res.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()),
    );
    const failure = await failWith({});
    server.intercept(() => false);
    await new Promise((resolve) => other.close(resolve));
    expect([failure.problem, followed]).toEqual(['unreachable', 0]);
    expect(failure.message).toContain('redirects are not followed');
  });

  it('gets a token only where nobody else reads it', async () => {
    const url = 'http://git.example.com/shop.git';
    const failure = await failWith({ url, signIn: signInOf({ host: 'git.example.com' }) });
    expect(failure.message).toBe('A token is sent only to addresses that begin with https://.');
  });
});

describeSsh('a repository over SSH', () => {
  it('is not contacted with a key that the known hosts do not have, or with a refused key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const secret = privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
    const refused = await failureOf(
      useSsh(async () => undefined, { signIn: sshSignIn({ secret }) }),
    );
    expect(refused.message).toMatch(/refused the SSH key/);
    const knownHosts =
      ssh?.knownHosts.replace(
        / AAAA.*/,
        ' AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl',
      ) ?? '';
    const unknown = await failureOf(
      useSsh(async () => undefined, { signIn: sshSignIn({ knownHosts }) }),
    );
    expect(unknown.message).toMatch(/another key than the known hosts/);
    const missing = await failureOf(useSsh(async () => undefined, { url: ssh?.url('missing') }));
    expect(missing.message).toMatch(/no such repository/);
  });
});

describeGit('a GitHub App', () => {
  it('gets a token of its installation with a signed web token', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const secret = privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
    const seen: (string | undefined)[] = [];
    // The answer is recorded from the documentation of GitHub's REST API.
    server.intercept((req, res) => {
      seen.push(req.url, req.headers.authorization);
      res
        .writeHead(201)
        .end('{"token":"ghs_16C7e42F292c6912E7","expires_at":"2026-07-11T22:14:10Z"}');
      return true;
    });
    const signIn = signInOf({
      type: 'github',
      tokenType: 'githubApp',
      appId: '12',
      installationId: '34',
      secret,
    });
    const access = { allowedHosts: ['127.0.0.1'], signal: new AbortController().signal };
    const got = await installationToken(signIn, access, `http://${server.host}`);
    server.intercept(() => false);
    expect([got, seen[0]]).toEqual([
      'ghs_16C7e42F292c6912E7',
      '/app/installations/34/access_tokens',
    ]);
    const claims = JSON.parse(Buffer.from(seen[1]?.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.iss).toBe('12');
  });
});
