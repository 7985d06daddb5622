import {
  getChangeRequest,
  isProposer,
  mayDecide,
} from '../../../commands/change-requests/read-change-request.ts';
import { previewChange } from '../../../commands/documents/preview-change.ts';
import type { ChangePreview } from '../../../commands/documents/preview-change.ts';
import { readContent } from '../../../commands/documents/read-content.ts';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { runTask } from '../../../commands/tasks/run-task.ts';
import type { Db } from '../../../db/connect.ts';
import type { StoredChangeRequest } from '../../../db/tables/change-requests/change-requests.ts';
import { listComments } from '../../../db/tables/change-requests/comments.ts';
import { findDocument } from '../../../db/tables/documents/documents.ts';
import type { StoredDocument } from '../../../db/tables/documents/documents.ts';
import { findPastDocument } from '../../../db/tables/documents/revisions.ts';
import { findListedChangeRequest } from '../../../db/views/change-requests/listed.ts';
import type { ListedChangeRequest } from '../../../db/views/change-requests/listed.ts';
import { listPrincipalNames } from '../../../db/views/organizations/principal-names.ts';
import { Refusal } from '../../../domain/errors.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { OrganizationId, Principal } from '../../../domain/principal.ts';
import type { Services } from '../../services.ts';
import { withPrincipalNames } from '../principal-names.ts';

type Named = ListedChangeRequest & {
  proposedByName: string | null;
  decidedByName: string | null;
};

/** Adds the names of proposers and deciders; the names of all rows are read at once. */
export async function withNames(
  db: Db,
  organizationId: OrganizationId,
  rows: readonly ListedChangeRequest[],
): Promise<Named[]> {
  const principals = rows.flatMap(({ proposedBy, decidedBy }) =>
    decidedBy === null ? [proposedBy] : [proposedBy, decidedBy],
  );
  const names = await listPrincipalNames(db, organizationId, principals);
  return rows.map((row) => ({
    ...row,
    proposedByName: names.get(row.proposedBy) ?? null,
    decidedByName: row.decidedBy === null ? null : (names.get(row.decidedBy) ?? null),
  }));
}

/** A change request as lists show it to a caller. */
export function presentListedChange(row: Named, principal: Principal) {
  const { kind, teamId, teamName, baseEdition, currentEdition, proposer, ...shown } = row;
  const { createdAt, updatedAt, decidedAt, baseRevision, currentRevision } = shown;
  return {
    ...shown,
    kind: kindNamed(kind).collection as 'datacontracts' | 'dataproducts',
    team: { id: teamId, name: teamName },
    outdated:
      row.status === 'open' && (baseRevision !== currentRevision || baseEdition !== currentEdition),
    mine: isProposer(principal, { proposer }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/** A change request with its texts, verdicts and comments. Refuses with `not_found`. */
export async function presentChangeRequest(
  services: Services,
  principal: Principal,
  id: string,
  now: Date,
) {
  const { knex } = services.database;
  const { organizationId } = principal;
  const stored = await getChangeRequest(knex, organizationId, id);
  const kind = kindNamed(stored.kind);
  const [row, comments, texts] = await Promise.all([
    findListedChangeRequest(knex, organizationId, id),
    listComments(knex, { organizationId, id }),
    readTexts(knex, organizationId, stored),
  ]);
  if (!row) return refuseUnknownDocument(kind, stored.documentId);
  const [named] = await withNames(knex, organizationId, [row]);
  const listed = presentListedChange(named as Named, principal);
  const judged = await judge(services, { stored, texts, organizationId, now });
  const { format, source } = stored;
  const [base, current] = await Promise.all([
    inFormat(texts.base, format),
    inFormat(texts.current, format),
  ]);
  return {
    ...listed,
    mayDecide: await mayDecide(knex, principal, { kind, ownerId: row.teamId }),
    format,
    source,
    base: { revision: texts.base.revision, text: base },
    current: { revision: texts.current.revision, text: current },
    ...judged,
    comments: (await withPrincipalNames(knex, organizationId, comments)).map((comment) => ({
      ...comment,
      at: comment.at.toISOString(),
    })),
  };
}

type Texts = { base: StoredDocument; current: StoredDocument };

async function readTexts(
  db: Db,
  organizationId: OrganizationId,
  { kind, documentId: id, baseRevision }: StoredChangeRequest,
): Promise<Texts> {
  const key = { organizationId, kind, id };
  const current = (await findDocument(db, key)) ?? refuseUnknownDocument(kindNamed(kind), id);
  const base = await findPastDocument(db, key, { revision: baseRevision });
  return { base: base ?? current, current };
}

const inFormat = async (
  { body, source }: StoredDocument,
  format: 'json' | 'yaml',
): Promise<string> => (format === 'json' ? body : (source ?? (await runTask('toYaml', body))));

type Judged = {
  verdict: ChangePreview | null;
  baseVerdict?: ChangePreview;
  problem: string | null;
};

/** The verdicts on an open change request; a problem instead if its text is no longer valid. */
async function judge(
  { database: { knex }, settings }: Services,
  {
    stored,
    texts,
    organizationId,
    now,
  }: { stored: StoredChangeRequest; texts: Texts; organizationId: OrganizationId; now: Date },
): Promise<Judged> {
  const { source: text, format, documentId: id, status, baseRevision } = stored;
  if (status !== 'open') return { verdict: null, problem: null };
  const kind = kindNamed(stored.kind);
  const { deprecatedFormatsUntil } = settings;
  try {
    const address = { kind: kind.name, id, now, deprecatedFormatsUntil };
    const content = await readContent({ text, format }, address);
    const candidate = { organizationId, kind, id, content };
    const verdict = await previewChange(knex, candidate);
    if (texts.current.revision === baseRevision) return { verdict, problem: null };
    const baseVerdict = await previewChange(knex, { ...candidate, base: texts.base.body });
    return { verdict, baseVerdict, problem: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { verdict: null, problem: error.message };
  }
}
