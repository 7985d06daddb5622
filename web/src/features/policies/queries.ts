import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export type Finding = components['schemas']['PolicyFinding'];
export type Findings = components['schemas']['Findings'];
export type DocumentFindings = components['schemas']['DocumentFindings'];
export type Trial = components['schemas']['PolicyTrial'];

const pageSize = 100;

/** The rules that a contract or product does not keep. */
export const ownFindingsQuery = (collection: 'datacontracts' | 'dataproducts', id: string) =>
  queryOptions({
    queryKey: [collection, id, 'findings'],
    queryFn: ({ signal }) => {
      const options = { params: { path: { id } }, signal };
      return read(
        collection === 'datacontracts'
          ? client.GET('/api/datacontracts/{id}/findings', options)
          : client.GET('/api/dataproducts/{id}/findings', options),
      );
    },
  });

/** The documents of a team, or those of the whole catalog, that do not keep rules. */
export const findingsQuery = (collection: 'policies' | 'teams', id: string) =>
  queryOptions({
    queryKey: [collection, id, 'findings'],
    queryFn: ({ signal }): Promise<Findings> => {
      const options = { params: { path: { id }, query: { size: pageSize } }, signal };
      return read(
        collection === 'policies'
          ? client.GET('/api/policies/{id}/findings', options)
          : client.GET('/api/teams/{id}/findings', options),
      );
    },
  });

const maxShown = 100;

/** Judges all documents by a policy, the stored one without a text, whatever its status; `onPart` is told the sum after each part. */
export async function tryPolicy(
  id: string,
  text: string | undefined,
  onPart: (sum: Trial) => void,
): Promise<Trial> {
  const candidate = text === undefined ? {} : yamlBody(text);
  let sum: Trial | undefined;
  do {
    const after = sum?.next ?? undefined;
    const query = after === undefined ? {} : { after };
    const params = { path: { id }, query };
    const part = await read(client.POST('/api/policies/{id}/findings', { params, ...candidate }));
    sum = sum === undefined ? part : added(sum, part);
    onPart(sum);
  } while (sum.next !== null);
  return sum;
}

const yamlBody = (text: string) => ({
  headers: { 'content-type': 'application/yaml' },
  body: text as never,
  bodySerializer: (body: unknown) => body as string,
});

const added = (sum: Trial, part: Trial): Trial => ({
  checked: sum.checked + part.checked,
  next: part.next,
  documentCount: sum.documentCount + part.documentCount,
  errorCount: sum.errorCount + part.errorCount,
  warningCount: sum.warningCount + part.warningCount,
  documents: [...sum.documents, ...part.documents].slice(0, maxShown),
});
