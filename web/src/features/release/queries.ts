import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export type Verdict = components['schemas']['ContractChangePreview'];
export type Change = components['schemas']['ContractChange'];
export type Consumer = components['schemas']['HitConsumer'];

/** Kinds of documents that are released with a verdict, by their names in addresses. */
export type ReleasedKind = 'datacontracts' | 'dataproducts';

/** A text that may replace a document. */
export type Candidate = {
  kind: ReleasedKind;
  id: string;
  text: string;
  format: 'yaml' | 'json';
  /** Entity tag of the revision that the text is an edit of: another one is judged anew. */
  base?: string | undefined;
};

const paths = {
  datacontracts: '/api/datacontracts/{id}/changes',
  dataproducts: '/api/dataproducts/{id}/changes',
} as const;

/** The verdict on a text. Each text has its own entry, so that an older answer is never shown for a newer text. */
export const verdictQuery = ({ kind, id, text, format, base }: Candidate) =>
  queryOptions({
    queryKey: [kind, id, 'verdict', format, base ?? '', text],
    queryFn: ({ signal }): Promise<Verdict> =>
      read(
        client.POST(paths[kind], {
          params: { path: { id } },
          headers: { 'content-type': `application/${format}` },
          body: text as never,
          bodySerializer: (body: unknown) => body as string,
          signal,
        }),
      ),
    gcTime: 0,
    retry: false,
  });
