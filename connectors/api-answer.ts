import path from 'node:path';
import { refuse } from '../domain/errors.ts';
import type { ContractServer } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, SourceAccess } from './connector.ts';
import type { FilePlace } from './file-place.ts';
import { openFilesIn } from './file-source.ts';
import { downloadSource } from './http-download.ts';
import { checkSuccess } from './http-source.ts';
import type { SourceAnswer, SourceRequest } from './http-source.ts';
import { isSafeAddress } from './safe-address.ts';
import type { ScratchFolder } from './scratch-folder.ts';
import { textMember } from './server-member.ts';

const authorization = 'DATACONTRACT_API_HEADER_AUTHORIZATION';

/** Larger answers are files, which have servers of their own. */
const limitBytes = 1024 ** 3;
const silenceMs = 60_000;
const mostRedirects = 5;

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What was authorised for one origin is not sent to another one. */
function followed(wish: SourceRequest, answer: SourceAnswer): SourceRequest | undefined {
  const { location } = answer.headers;
  if (!redirects.has(answer.status) || location === undefined) return undefined;
  if (!URL.canParse(location, wish.url)) return undefined;
  const target = new URL(location, wish.url);
  const isSame = target.origin === new URL(wish.url).origin;
  const headers = isSame ? wish.headers : { accept: 'application/json' };
  return { ...wish, url: target.href, ...(headers === undefined ? {} : { headers }) };
}

/** Asks once, and again where a redirect leads; every host on the way has to be allowed. */
async function fetchAnswer(first: SourceRequest, target: string): Promise<void> {
  let wish = first;
  for (let count = 0; count <= mostRedirects; count += 1) {
    const answer = await downloadSource(wish, { path: target, limitBytes });
    const next = followed(wish, answer);
    if (next === undefined) return checkSuccess(answer, wish);
    wish = next;
  }
  throw new Error(`the answer is a redirect for the ${mostRedirects + 1}th time`);
}

function answerPlace(
  { allowedHosts, credentials }: SourceAccess,
  signal: AbortSignal,
  scratch: ScratchFolder,
): FilePlace {
  const known = credentials[authorization];
  const names = new Map<string, string>();
  const headers = {
    accept: 'application/json',
    ...(known === undefined ? {} : { authorization: known }),
  };
  return {
    find: async (url) => [{ key: url, bytes: 0 }],
    async bring(files) {
      const paths: string[] = [];
      for (const { key: url } of files) {
        const target = path.join(scratch.path, `answer-${names.size}.json`);
        names.set(target, 'the answer');
        const wish = { method: 'GET', url, headers, allowedHosts, timeoutMs: silenceMs } as const;
        await fetchAnswer({ ...wish, signal }, target);
        paths.push(target);
      }
      return paths;
    },
    shownNames: () => names,
    absence: 'it has no answer',
  };
}

function urlOf(server: ContractServer): string {
  const location = textMember(server, 'location');
  if (location === undefined || !/^https?:\/\//i.test(location)) {
    refuse('source_refused', `Server '${server.server}' needs a location of http:// or https://`);
  }
  return location;
}

/** The JSON that one GET of an API answers with, tested like a file. */
export const apiAnswer: Connector = {
  name: 'api-answer',
  serverTypes: ['api'],
  credentials: [
    { name: authorization, meaning: 'Header Authorization of the request', secret: true },
  ],
  signIns: [],
  placeIs: 'host, and port when it is not the usual one, of the `location`',
  place(server) {
    const location = textMember(server, 'location') ?? '';
    return URL.canParse(location) ? new URL(location).host : undefined;
  },
  title: 'Answers of HTTP interfaces',
  tested: { live: true, against: 'an HTTP server of the tests' },
  async open(server, access, signal) {
    const url = urlOf(server);
    if (access.credentials[authorization] !== undefined && !isSafeAddress(url)) {
      refuse('source_refused', `The header of ${authorization} is sent to https:// only`);
    }
    const asJson = { ...server, format: textMember(server, 'format') ?? 'json' };
    return openFilesIn({ server: asJson, path: url, access, signal }, async (scratch) =>
      answerPlace(access, signal, scratch),
    );
  },
};
