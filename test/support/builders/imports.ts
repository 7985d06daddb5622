import type { TestAnswer, TestApi } from '../http/api.ts';

export const ndjson = { 'content-type': 'application/x-ndjson' };

/** The answer for a line of an import, or at its end. */
export type Line = Record<string, any>;

/** The import line of a document. */
export const line = (resource: string, document: Record<string, unknown>): string =>
  `${JSON.stringify({ resource, id: document.id, document })}\n`;

/** Imports a body with a key. */
export const postImport = (
  api: TestApi,
  body: string | Uint8Array,
  headers: Record<string, string>,
  key = api.key,
): Promise<TestAnswer> => api.send('POST', '/api/import', { body, headers, key });

/** The lines of a text. */
export const parse = (text: string): Line[] =>
  JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`);

/** The lines of an answer. */
export const linesOf = ({ text }: TestAnswer): Line[] => parse(text);

/** A key of a new organization. */
export async function newOrganizationKey(api: TestApi, name: string): Promise<string> {
  const organizationId = await api.newOrganization(name);
  return (await api.newKey('organization', { organizationId })).text;
}
