import { getGitImport } from '../../../commands/git/imports/read-import.ts';
import { startImport } from '../../../commands/git/imports/start-import.ts';
import { getGitConnection } from '../../../commands/git/connection-request.ts';
import { countImportFiles, listImportFiles } from '../../../db/tables/git/imports.ts';
import { gitConnectionReadSchema, readGitTarget } from '../../../domain/git/connection.ts';
import { gitImportSchema } from '../../../domain/git/import.ts';
import { refuse } from '../../../domain/errors.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import type { Principal } from '../../../domain/principal.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { Answer } from '../../exchange.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';
import { operationName } from '../../operation-name.ts';
import { presentGitConnection } from '../../present/git/git-connection.ts';
import { gitImportReadSchema, presentGitImport } from '../../present/git/git-import.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { awaitImport, startOrJoinImport } from './await-import.ts';
import { runRefusals } from './run-refusals.ts';

/** The route that imports one file of a kind. */
export function importRoute(kind: DocumentKind): Route {
  const { title, collection: tag, permissions } = kind;
  return defineRoute({
    method: 'POST',
    path: `/api/${tag}/import/git`,
    name: operationName('import', `${title} from Git`),
    takes: ['prefer'],
    sends: ['location', 'x-catalog-warnings'],
    refuses: [...runRefusals, 'already_exists', 'not_found'],
    summary: `Import a file of a Git repository as a new ${title}, and connect both; an existing ${title} is not changed`,
    tag,
    permission: { actions: [permissions.add], on: 'owner' },
    bounded: 'tests',
    body: { schema: gitImportSchema },
    answers: {
      201: {
        description: `The connection; Location names the new ${title}`,
        schema: gitConnectionReadSchema,
      },
      202: {
        description: 'Still going on; Location names the import',
        schema: gitImportReadSchema,
      },
    },
    handle: async (request) => {
      const { principal, requestId, now, services } = request;
      const { document } = await parseObject(request.body);
      const target = readGitTarget(document);
      const asked = { kind, target, single: true, preview: false, principal, requestId, now };
      const started = await startOrJoinImport(request, () => startImport(services.database, asked));
      const warnings = warnUnknown(gitImportSchema, document);
      return awaitImport(request, started, async (after) => {
        const answer = await answerImport(after, kind, { principal, importId: started.importId });
        return { ...answer, headers: { ...answer.headers, 'x-catalog-warnings': warnings } };
      });
    },
  });
}

async function answerImport(
  { database: { knex } }: Services,
  kind: DocumentKind,
  { principal, importId }: { principal: Principal; importId: string },
): Promise<Answer> {
  const found = await getGitImport(knex, principal, importId);
  const { organizationId } = principal;
  const key = { organizationId, id: importId };
  if (found.outcome === null) {
    const headers = { location: `/api/git-imports/${importId}`, 'retry-after': '2' };
    return {
      status: 202,
      headers,
      json: presentGitImport(found, await countImportFiles(knex, key)),
    };
  }
  if (found.outcome !== 'SUCCESS') {
    const extra = { gitImportId: importId };
    refuse(found.code ?? 'git_unreachable', found.message ?? 'The import failed.', { extra });
  }
  const [file] = await listImportFiles(knex, key, { limit: 1 });
  const id = file?.documentId ?? '';
  const connection = await getGitConnection(knex, { kind, id, principal });
  const location = `/api/${kind.collection}/${encodeURIComponent(id)}`;
  return { status: 201, headers: { location }, json: presentGitConnection(connection) };
}
