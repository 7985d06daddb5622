import { queryOptions } from '@tanstack/react-query';
import { client, read, readTagged } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { JsonSchema } from '../../lib/yaml-completion/schema.ts';
import type { EditableKind } from './kinds.ts';

/** A stored text with its entity tag. */
export type Source = { text: string; etag: string };

const textPaths = {
  datacontracts: '/api/datacontracts/{id}/datacontract.yaml',
  dataproducts: '/api/dataproducts/{id}/dataproduct.yaml',
} as const;

type Wanted = { kind: EditableKind; id: string; revision?: number; signal?: AbortSignal };

/** The text as it is stored, now or as one of its revisions. */
export async function readSource({ kind, id, revision, signal }: Wanted): Promise<Source> {
  const query = revision === undefined ? {} : { version: revision };
  const { data, etag = '' } = await readTagged(
    client.GET(textPaths[kind], {
      params: { path: { id }, query },
      parseAs: 'text',
      cache: 'no-cache',
      ...(signal !== undefined && { signal }),
    }),
  );
  return { text: data ?? '', etag };
}

export const sourceQuery = (kind: EditableKind, id: string) =>
  queryOptions({
    queryKey: [kind, id, 'source'],
    queryFn: ({ signal }) => readSource({ kind, id, signal }),
  });

const schemaPaths = {
  datacontracts: '/api/schemas/odcs-custom.schema.json',
  dataproducts: '/api/schemas/odps-custom.schema.json',
} as const;

/** What the newest standard allows, for completion. */
export const schemaQuery = (kind: EditableKind) =>
  queryOptions({
    queryKey: ['schemas', kind],
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await read(client.GET(schemaPaths[kind], { signal }))) as JsonSchema,
  });

const documentPaths = {
  datacontracts: '/api/datacontracts/{id}',
  dataproducts: '/api/dataproducts/{id}',
} as const;

type Put = {
  kind: EditableKind;
  id: string;
  text: string;
  /** Only if the document is still the one with this tag; null only if there is none. */
  onlyIf?: string | null;
  dryRun?: true;
  /** Consuming teams that the author has told. */
  informed?: readonly string[];
  signal?: AbortSignal;
};

/** Stores a text, or says what would be wrong with it. Returns the warnings of the server. */
export async function putText({
  kind,
  id,
  text,
  onlyIf,
  dryRun,
  informed = [],
  signal,
}: Put): Promise<string | undefined> {
  const condition = onlyIf === null ? { 'If-None-Match': '*' } : { 'If-Match': onlyIf };
  const { error, response } = await client.PUT(documentPaths[kind], {
    params: {
      path: { id },
      query: dryRun === undefined ? { informedTeamId: [...informed] } : { dryRun },
      header: (onlyIf === undefined ? {} : condition) as { 'If-Match'?: string },
    },
    headers: { 'content-type': 'application/yaml' },
    body: text as never,
    bodySerializer: (body: unknown) => body as string,
    parseAs: 'text',
    ...(signal !== undefined && { signal }),
  });
  if (!response.ok) throw problemOf(response, error);
  return response.headers.get('x-catalog-warnings') ?? undefined;
}
