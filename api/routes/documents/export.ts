import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import { runTask } from '../../../commands/tasks/run-task.ts';
import type { Db } from '../../../db/connect.ts';
import { listExportOf, listExportPage, listTreeOrder } from '../../../db/views/documents/export.ts';
import type { ExportedDocument } from '../../../db/views/documents/export.ts';
import { refuse } from '../../../domain/errors.ts';
import { kindsByDependency } from '../../../domain/kinds/dependency-order.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { mapInTurns } from '../../../lib/waiting/turns.ts';
import { prefersYaml } from '../../http/prefers-yaml.ts';
import { defineRoute } from '../../route.ts';
import { importRecordSchema } from '../../schemas/documents/bulk.ts';

const collections = kindsByDependency.map(({ collection }) => collection);

type Write = (kind: DocumentKind, document: ExportedDocument) => string | Promise<string>;

export const exportRoute = defineRoute({
  method: 'GET',
  path: '/api/export',
  name: 'exportDocuments',
  sends: ['vary'],
  summary: 'Export all documents, in the form and order that an import accepts',
  tag: 'bulk',
  query: Type.Object({
    resource: Type.Optional(
      Type.Array(Type.String(), {
        description: `Only these; may be repeated: ${collections.join(', ')}`,
      }),
    ),
    format: Type.Optional(
      Type.String({ enum: ['ndjson', 'yaml'], description: 'Instead of Accept; else ndjson' }),
    ),
  }),
  bounded: 'exports',
  answers: {
    200: {
      description:
        'One document per line; with `Accept: application/yaml`, a YAML stream of the same. NDJSON keeps every text byte for byte, YAML keeps what was sent as YAML.',
      schema: importRecordSchema,
      contentType: 'application/x-ndjson',
    },
  },
  handle: async ({ principal, query, header, services }) => {
    const kinds = kindsOf(query.resource);
    const isYaml = query.format === undefined ? prefersYaml(header) : query.format === 'yaml';
    const { knex } = services.database;
    const texts = writeAll(knex, principal.organizationId, kinds, isYaml ? toYaml : toLine);
    // Read the first page before the status is sent, so that an unavailable database gets an error answer.
    const first = await texts.next();
    const stream = Readable.from(behind(first.value ?? '', texts), { highWaterMark: 2 });
    const contentType = isYaml ? 'application/yaml' : 'application/x-ndjson';
    return { status: 200, stream, contentType, headers: { vary: 'accept' } };
  },
});

function kindsOf(wanted: readonly string[] | undefined): readonly DocumentKind[] {
  const unknown = wanted?.find((name) => !collections.includes(name));
  if (unknown !== undefined) {
    const known = collections.join(', ');
    refuse('bad_request', `The query parameter 'resource' must be one of ${known}.`);
  }
  return kindsByDependency.filter(({ collection }) => wanted?.includes(collection) ?? true);
}

async function* behind(
  first: string,
  texts: AsyncGenerator<string, undefined>,
): AsyncGenerator<string> {
  if (first !== '') yield first;
  yield* texts;
}

async function* writeAll(
  db: Db,
  organizationId: OrganizationId,
  kinds: readonly DocumentKind[],
  write: Write,
): AsyncGenerator<string, undefined> {
  for (const kind of kinds) {
    const scope = { organizationId, kind: kind.name };
    const pages = kind.isTree ? treePages(db, scope) : pagesById(db, scope);
    for await (const page of pages) {
      yield (await mapInTurns(page, (document) => write(kind, document))).join('');
    }
  }
}

type Scope = { organizationId: OrganizationId; kind: string };

async function* pagesById(db: Db, scope: Scope): AsyncGenerator<ExportedDocument[]> {
  let after = '';
  for (;;) {
    const page = await listExportPage(db, scope, after);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}

/** Only the ids are held in memory at once. */
async function* treePages(db: Db, scope: Scope): AsyncGenerator<ExportedDocument[]> {
  const ids = await listTreeOrder(db, scope);
  for (let done = 0; done < ids.length;) {
    const { documents, read } = await listExportOf(db, scope, ids.slice(done, done + 1_000));
    done += read;
    yield documents;
  }
}

/** The stored text; a text of several lines is also sent as a string, which preserves its line breaks. */
function toLine({ collection }: DocumentKind, { id, body, source }: ExportedDocument): string {
  const hasLines = /[\r\n]/.test(body);
  // In valid JSON, line breaks occur only between tokens.
  const document = hasLines ? body.replace(/[\r\n]+/g, '') : body;
  const json = hasLines ? `,"json":${JSON.stringify(body)}` : '';
  const yaml = source === null ? '' : `,"yaml":${JSON.stringify(source)}`;
  return `{"resource":"${collection}","id":${JSON.stringify(id)},"document":${document}${json}${yaml}}\n`;
}

function toYaml({ collection }: DocumentKind, document: ExportedDocument): Promise<string> {
  return runTask('toYamlRecord', collection, document);
}
