import fs from 'node:fs';
import * as git from 'isomorphic-git';
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import type { RepositoryAddress } from '../../domain/git/repository.ts';
import { requestSource } from '../http/source.ts';
import type { SourceAnswer } from '../http/source.ts';
import { isTimeoutError, messageOf } from '../source-error.ts';
import { checkPack } from './check-pack.ts';
import { GitError, pushForbidden } from './git-error.ts';
import { exchangeTimeoutMs, maxPackBytes, tooLarge } from './limits.ts';
import type { GitAccess } from './sign-in.ts';
import type { Transport } from './transport.ts';

type Connection = GitAccess & { address: RepositoryAddress; authorization: string | undefined };

/** Git's smart HTTP protocol; each request goes through the guard of hosts, and no redirect is followed. */
export function httpTransport(connection: Connection): Transport {
  const http: HttpClient = { request: (request) => exchange(connection, request) };
  const { url } = connection.address;
  return {
    fetch: async (gitdir, ref) => {
      const fetched = await git.fetch({
        fs,
        http,
        gitdir,
        url,
        remote: 'origin',
        ref,
        remoteRef: ref,
        singleBranch: true,
        depth: 1,
        tags: false,
      });
      return fetched.fetchHead ?? undefined;
    },
    push: async (gitdir, ref) => {
      await git.push({ fs, http, gitdir, url, remote: 'origin', ref, remoteRef: ref });
    },
  };
}

async function exchange(connection: Connection, request: GitHttpRequest): Promise<GitHttpResponse> {
  const { address, authorization, allowedHosts, signal } = connection;
  const { url, method = 'GET', headers = {} } = request;
  const body = request.body === undefined ? undefined : await collect(request.body);
  const isPush = url.endsWith('/git-receive-pack');
  const answer = await requestSource({
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    allowedHosts,
    signal,
    headers: {
      // GitHub and Bitbucket answer the Git protocol only to programs whose names begin so.
      'user-agent': 'git/concordat',
      ...headers,
      ...(authorization !== undefined && { authorization }),
    },
    ...(body !== undefined && { body }),
    ...(isPush && { isOnce: true as const }),
    timeoutMs: exchangeTimeoutMs,
    limitBytes: maxPackBytes,
    beyondLimit: 'cut',
  }).catch((error: unknown) => {
    if (isTimeoutError(error)) throw new GitError('unreachable', `${messageOf(error)}.`);
    throw error;
  });
  checkAnswer(answer, address.host, isPush || isPushBegin(url));
  if (url.endsWith('/git-upload-pack')) await checkPackOf(answer.body);
  const { status: statusCode, headers: sent } = answer;
  return {
    url,
    method,
    statusCode,
    statusMessage: '',
    headers: sent as Record<string, string>,
    body: (async function* () {
      yield answer.body;
    })(),
  };
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const isPushBegin = (url: string): boolean => url.endsWith('?service=git-receive-pack');

function checkAnswer({ status, isCut }: SourceAnswer, host: string, isOfPush: boolean): void {
  if (status >= 200 && status < 300) {
    if (isCut) throw new GitError('too_large', tooLarge);
    return;
  }
  // The repository was read before, so that it is there, and the credential is valid.
  if (isOfPush && [401, 403, 404].includes(status)) throw pushForbidden(host, `status ${status}`);
  throw new GitError('unreachable', `${host} ${refusalOf(status)}.`);
}

function refusalOf(status: number): string {
  if (status >= 300 && status < 400) {
    return `answered ${status}: the repository has another address, perhaps one that ends in .git; redirects are not followed`;
  }
  if (status === 401 || status === 403) {
    return `refused access (status ${status}): check the Git credential and its rights to the repository`;
  }
  if (status === 404) {
    return 'has no such repository (status 404), or the Git credential may not read it';
  }
  return `answered ${status}`;
}

const packets = { header: 4, data: 1 };

/** Checks the pack in an answer, which comes in numbered packets between messages for people. */
async function checkPackOf(body: Buffer): Promise<void> {
  const pieces: Buffer[] = [];
  for (let at = 0; at + packets.header <= body.length;) {
    const length = Number.parseInt(body.toString('latin1', at, at + packets.header), 16);
    if (Number.isNaN(length)) throw new GitError('malformed', 'The server sent no Git packets.');
    const end = at + Math.max(length, packets.header);
    const from = at + packets.header;
    if (length > packets.header && body[from] === packets.data) {
      pieces.push(body.subarray(from + 1, end));
    }
    at = end;
  }
  // Without a pack there is nothing new, or an error that the library reports.
  if (pieces.length > 0) await checkPack(Buffer.concat(pieces));
}
