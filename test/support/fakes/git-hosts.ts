import type { IncomingMessage, ServerResponse } from 'node:http';

export type FakeHostType = 'github' | 'gitlab' | 'gitea' | 'bitbucket' | 'azuredevops';

type Opened = {
  number: number;
  title: string;
  body: string;
  head: string;
  base: string;
  isClosed?: true;
};

/** The REST API of a Git host, as far as its documentation shows it for pull requests. */
export type FakeGitHost = {
  /** Answers requests to the API, and no others. */
  handle: (req: IncomingMessage, res: ServerResponse) => boolean;
  opened: Opened[];
  /** Called before each request of the API; true if it has answered itself. */
  before: (req: IncomingMessage, res: ServerResponse) => boolean;
};

type Shape = {
  api: RegExp;
  sign: (token: string) => Record<string, string>;
  /** Branches that a GET asks for; without them it lists all. */
  asked: (url: URL) => { head?: string; base?: string; isClosedAlso?: boolean };
  /** The members of a POST. */
  sent: (body: any) => Omit<Opened, 'number'>;
  one: (opened: Opened, origin: string) => object;
  /** The answer to a GET; undefined for 404. */
  list: (found: object[], url: URL) => unknown;
  /** Maximum length of the text of a pull request. */
  maxBody?: number;
};

const basic = (user: string, token: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`,
});
const withoutRef = (ref: string) => ref.replace('refs/heads/', '');

const shapes: Record<FakeHostType, Shape> = {
  github: {
    api: /^\/api\/v3\/repos\/acme\/shop\/pulls$/,
    sign: (token) => ({ authorization: `Bearer ${token}` }),
    asked: ({ searchParams: query }) => ({
      head: query.get('head')?.replace('acme:', '') ?? '',
      base: query.get('base') ?? '',
    }),
    sent: ({ title, body, head, base }) => ({ title, body, head, base }),
    one: ({ number, title, body, head, base }, origin) => ({
      url: `${origin}/api/v3/repos/acme/shop/pulls/${number}`,
      id: 1000 + number,
      number,
      state: 'open',
      title,
      body,
      html_url: `${origin}/acme/shop/pull/${number}`,
      head: { label: `acme:${head}`, ref: head },
      base: { label: `acme:${base}`, ref: base },
    }),
    list: (found) => found,
  },
  gitlab: {
    api: /^\/api\/v4\/projects\/acme%2Fshop\/merge_requests$/,
    sign: (token) => ({ 'private-token': token }),
    asked: ({ searchParams: query }) => ({
      head: query.get('source_branch') ?? '',
      base: query.get('target_branch') ?? '',
    }),
    sent: ({ title, description, source_branch: head, target_branch: base }) => ({
      title,
      body: description,
      head,
      base,
    }),
    one: ({ number, title, body, head, base }, origin) => ({
      id: 1000 + number,
      iid: number,
      project_id: 3,
      title,
      description: body,
      state: 'opened',
      target_branch: base,
      source_branch: head,
      web_url: `${origin}/acme/shop/-/merge_requests/${number}`,
    }),
    list: (found) => found,
  },
  gitea: {
    api: /^\/api\/v1\/repos\/acme\/shop\/pulls(?:\/([^/]+)\/([^/]+))?$/,
    sign: (token) => ({ authorization: `token ${token}` }),
    asked: ({ pathname }) => {
      const [base, head] = pathname.split('/').slice(7).map(decodeURIComponent);
      return base !== undefined && head !== undefined ? { head, base, isClosedAlso: true } : {};
    },
    sent: ({ title, body, head, base }) => ({ title, body, head, base }),
    one: ({ number, title, body, head, base, isClosed }, origin) => ({
      id: 1000 + number,
      number,
      title,
      body,
      state: isClosed ? 'closed' : 'open',
      html_url: `${origin}/acme/shop/pulls/${number}`,
      head: { label: head, ref: head, repo_id: 1 },
      base: { label: base, ref: base, repo_id: 1 },
    }),
    // Gitea 1.26 answers the oldest pull request of two branches, and lists all that are open in pages.
    list: (found, { searchParams: query }) =>
      query.has('page') ? (query.get('page') === '1' ? found : []) : found[0],
  },
  bitbucket: {
    api: /^\/2\.0\/repositories\/acme\/shop\/pullrequests$/,
    sign: (token) => ({ authorization: `Bearer ${token}` }),
    asked: ({ searchParams }) => {
      const query = searchParams.get('q') ?? '';
      const [head = '', base = ''] = [...query.matchAll(/branch\.name = "([^"]*)"/g)].map(
        ([, name = '']) => name,
      );
      return { head, base };
    },
    sent: ({ title, description, source, destination }) => ({
      title,
      body: description,
      head: source.branch.name,
      base: destination.branch.name,
    }),
    one: ({ number, title, body, head, base }, origin) => ({
      type: 'pullrequest',
      id: number,
      title,
      summary: { raw: body },
      state: 'OPEN',
      source: { branch: { name: head } },
      destination: { branch: { name: base } },
      links: { html: { href: `${origin}/acme/shop/pull-requests/${number}` } },
    }),
    list: (values) => ({ size: values.length, page: 1, pagelen: 10, values }),
  },
  azuredevops: {
    api: /^\/acme\/web\/_apis\/git\/repositories\/shop\/pullrequests$/,
    sign: (token) => basic('', token),
    asked: ({ searchParams: query }) => ({
      head: withoutRef(query.get('searchCriteria.sourceRefName') ?? ''),
      base: withoutRef(query.get('searchCriteria.targetRefName') ?? ''),
    }),
    sent: ({ title, description, sourceRefName, targetRefName }) => ({
      title,
      body: description,
      head: withoutRef(sourceRefName),
      base: withoutRef(targetRefName),
    }),
    one: ({ number, title, body, head, base }, origin) => ({
      pullRequestId: number,
      status: 'active',
      title,
      description: body,
      sourceRefName: `refs/heads/${head}`,
      targetRefName: `refs/heads/${base}`,
      url: `${origin}/acme/web/_apis/git/repositories/shop/pullRequests/${number}`,
    }),
    list: (value) => ({ value, count: value.length }),
    maxBody: 4000,
  },
};

/** Name of the repository of a fake host in the folder of a Git server. */
export const repositoryOf = (type: FakeHostType): string =>
  type === 'azuredevops' ? 'acme/web/_git/shop' : 'acme/shop';

/** Answers in the documented form of the host; it forgets no pull request, and opens one per branch. */
export function fakeGitHost(type: FakeHostType, token: string): FakeGitHost {
  const { api, sign, asked, sent, one, list, maxBody = 65_536 } = shapes[type];
  const opened: Opened[] = [];
  const [[name, value]] = Object.entries(sign(token)) as [[string, string]];
  const host: FakeGitHost = {
    opened,
    before: () => false,
    handle: (req, res) => {
      const origin = `http://${req.headers.host}`;
      const url = new URL(req.url ?? '', origin);
      if (!api.test(url.pathname)) return false;
      if (host.before(req, res)) return true;
      const answer = (status: number, json: unknown) =>
        void res
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(json));
      if (req.headers[name] !== value) {
        answer(401, { message: 'Bad credentials', token: req.headers[name] });
      } else if (req.method === 'GET') {
        const { head, base, isClosedAlso = false } = asked(url);
        const found = opened.filter(
          (each) =>
            (isClosedAlso || !each.isClosed) &&
            (head === undefined || (each.head === head && each.base === base)),
        );
        const listed = list(
          found.map((each) => one(each, origin)),
          url,
        );
        answer(listed === undefined ? 404 : 200, listed ?? { message: 'not found' });
      } else {
        const chunks: Buffer[] = [];
        req.on('data', (chunk: Buffer) => chunks.push(chunk));
        req.on('end', () => {
          const made = {
            number: opened.length + 1,
            ...sent(JSON.parse(Buffer.concat(chunks).toString())),
          };
          const isOpen = opened.some(
            (each) => !each.isClosed && each.head === made.head && each.base === made.base,
          );
          if (isOpen) return answer(409, { message: 'pull request already exists' });
          if (made.body.length > maxBody) return answer(400, { message: 'description too long' });
          opened.push(made);
          answer(201, one(made, origin));
        });
      }
      return true;
    },
  };
  return host;
}
