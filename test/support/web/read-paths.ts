import type { TestApi } from '../http/api.ts';

type Documents = { paths: Record<string, Record<string, unknown>> };

/** Paths of all routes that read, with the ids of what is stored: per collection one id, and for its parts the newest one. */
export async function pathsToRead(
  api: TestApi,
  known: Readonly<Record<string, string>>,
): Promise<string[]> {
  const documents = await Promise.all(
    ['/openapi.json', '/openapi-ui.json'].map(
      async (path) => (await api.send('GET', path)).json as Documents,
    ),
  );
  const read = documents.flatMap(({ paths }) =>
    Object.keys(paths).filter((path) => paths[path]?.['get'] !== undefined),
  );
  const filled = new Map<string, Promise<string | undefined>>();
  const firstOf = (list: string) => {
    const found = filled.get(list) ?? newestId(api, list);
    filled.set(list, found);
    return found;
  };
  const paths: string[] = [];
  for (const path of read) {
    const asked = await fillIn(path, known, firstOf);
    if (asked !== undefined) paths.push(asked);
  }
  return paths;
}

/** Undefined if there is nothing with which the path could be filled. */
async function fillIn(
  path: string,
  known: Readonly<Record<string, string>>,
  firstOf: (list: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  let asked = '';
  for (const part of path.split('/').slice(1)) {
    if (!part.includes('{')) {
      asked += `/${part}`;
      continue;
    }
    const collection = asked.split('/').at(-1) ?? '';
    const id = known[collection] ?? (await firstOf(asked));
    if (id === undefined) return undefined;
    asked += `/${encodeURIComponent(id)}`;
  }
  return asked;
}

async function newestId(api: TestApi, list: string): Promise<string | undefined> {
  const { json } = await api.send('GET', list.replace(/^\/ui\/integrations/u, '/api/integrations'));
  const rows = Array.isArray(json) ? json : (json?.work ?? []);
  const [first] = rows as Record<string, unknown>[];
  const id = first?.['id'] ?? first?.['ingestionRunId'] ?? first?.['externalId'];
  return typeof id === 'string' ? id : undefined;
}
