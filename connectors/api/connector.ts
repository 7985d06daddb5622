import path from 'node:path';
import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import type { Connector, SourceAccess } from '../connector.ts';
import * as about from './about.ts';
import type { FilePlace } from '../files/place.ts';
import { openFilesIn } from '../files/source.ts';
import { downloadSource } from '../http/download.ts';
import { checkSuccess } from '../http/source.ts';
import type { SourceAnswer, SourceRequest } from '../http/source.ts';
import { isSafeAddress } from '../http/safe-address.ts';
import type { ScratchFolder } from '../duckdb/scratch-folder.ts';
import { textMember } from '../server/member.ts';

/** Larger answers should be files on a file server. */
const limitBytes = 1024 ** 3;
const silenceMs = 60_000;
const maxRedirects = 5;

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The headers are dropped on a redirect to another origin. */
function followed(request: SourceRequest, answer: SourceAnswer): SourceRequest | undefined {
  const { location } = answer.headers;
  if (!redirects.has(answer.status) || location === undefined) return undefined;
  if (!URL.canParse(location, request.url)) return undefined;
  const target = new URL(location, request.url);
  const isSame = target.origin === new URL(request.url).origin;
  const headers = isSame ? request.headers : { accept: 'application/json' };
  return { ...request, url: target.href, ...(headers === undefined ? {} : { headers }) };
}

/** Sends the request and follows redirects; every host must be allowed. */
async function fetchAnswer(first: SourceRequest, target: string): Promise<void> {
  let request = first;
  for (let count = 0; count <= maxRedirects; count += 1) {
    const answer = await downloadSource(request, { path: target, limitBytes });
    const next = followed(request, answer);
    if (next === undefined) return checkSuccess(answer, request);
    request = next;
  }
  throw new Error(`the API redirected more than ${maxRedirects} times`);
}

function answerPlace(
  { allowedHosts, credentials }: SourceAccess,
  signal: AbortSignal,
  scratch: ScratchFolder,
): FilePlace {
  const known = credentials[about.authorizationVariable];
  const names = new Map<string, string>();
  const headers = {
    accept: 'application/json',
    ...(known === undefined ? {} : { authorization: known }),
  };
  return {
    find: async (url) => [{ key: url, bytes: 0 }],
    async fetch(files) {
      const paths: string[] = [];
      for (const { key: url } of files) {
        const target = path.join(scratch.path, `answer-${names.size}.json`);
        names.set(target, 'the answer');
        const request = {
          method: 'GET',
          url,
          headers,
          allowedHosts,
          timeoutMs: silenceMs,
        } as const;
        await fetchAnswer({ ...request, signal }, target);
        paths.push(target);
      }
      return paths;
    },
    shownNames: () => names,
    absence: 'the API returned no data for it',
  };
}

function urlOf(server: ContractServer): string {
  const location = textMember(server, 'location');
  if (location === undefined || !/^https?:\/\//i.test(location)) {
    refuse('source_refused', `Server '${server.server}' needs a location of http:// or https://`);
  }
  return location;
}

/** The JSON answer of one GET, tested like a file. */
export const apiAnswer: Connector<'api-answer'> = {
  ...about.apiAnswer,
  async open(server, access, signal) {
    const url = urlOf(server);
    if (access.credentials[about.authorizationVariable] !== undefined && !isSafeAddress(url)) {
      refuse(
        'source_refused',
        `The header of ${about.authorizationVariable} is sent over https:// only`,
      );
    }
    const asJson = { ...server, format: textMember(server, 'format') ?? 'json' };
    return openFilesIn({ server: asJson, path: url, access, signal }, async (scratch) =>
      answerPlace(access, signal, scratch),
    );
  },
};
