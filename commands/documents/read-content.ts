import type { Db } from '../../db/connect.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { locateViolations } from '../../domain/documents/locate-violations.ts';
import type { SentText } from '../../domain/documents/parse-document.ts';
import type { DocumentAddress, DocumentContent } from '../../domain/documents/read-document.ts';
import { Refusal } from '../../domain/errors.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import type { OwnerProblem } from '../../domain/kinds/kind.ts';
import type { Principal } from '../../domain/principal.ts';
import { isShort, runHere, runTask } from '../tasks/run-task.ts';

/**
 * Parses a text as a document of its kind, without the database; refuses like `readDocument`. Only short texts are parsed in this
 * process.
 */
export async function readContent(
  sent: SentText,
  address: DocumentAddress,
): Promise<DocumentContent> {
  if (isShort(sent)) return runHere('readDocument', sent, address);
  const { body, source, ...content } = await runTask('readLargeDocument', sent, address);
  return {
    ...content,
    // The task omits texts that it did not rewrite, so that they are not copied back.
    body: body ?? sent.text,
    source: source ?? (sent.format === 'yaml' ? sent.text : undefined),
  };
}

/** Adds line and column to the violations that the database found, if the document was sent as YAML. */
export async function locateRefusal(error: unknown, sent: SentText): Promise<unknown> {
  if (!(error instanceof Refusal) || !error.violations || sent.format !== 'yaml') return error;
  if (error.violations.every(({ line }) => line !== undefined)) return error;
  if (isShort(sent)) return locateViolations(error, sent);
  const fields = error.violations.map(({ field }) => field);
  const positions = await locate(sent.text, fields);
  const violations = error.violations.map((violation, index) => ({
    ...violation,
    ...positions[index],
  }));
  return new Refusal(error.code, error.message, { violations, extra: error.extra });
}

/** Positions are optional; a failure to find them must not hide the actual problem. */
async function locate(text: string, fields: readonly string[]): Promise<readonly object[]> {
  try {
    return await runTask('locateInYaml', text, fields);
  } catch {
    return [];
  }
}

/** A document that was read for a write. */
export type ReadDocument = { kind: string; id: string; content: DocumentContent };

/**
 * The facts by which owners are added: `named` is the team that the request names, `ownerRequest` the request that could name one, if it
 * is not a PUT of the document.
 */
export type OwnerRequest = Omit<DocumentAddress, 'kind' | 'id'> & {
  principal: Principal;
  named: string | undefined;
  ownerRequest?: string;
};

/**
 * The contents of documents, in their order, with the team that the request names written into those that name no existing team, nor a
 * team among these documents. The team of a team key is written into those that name nothing: a misspelled team is refused, not
 * replaced. It must run before the transaction of the write, because long texts take their time.
 */
export async function addOwners(
  db: Db,
  documents: readonly ReadDocument[],
  request: OwnerRequest,
): Promise<DocumentContent[]> {
  const teamId = request.named ?? request.principal.teamId;
  const created = new Set(documents.flatMap(({ kind, id }) => (kind === 'team' ? [id] : [])));
  const own = async (document: ReadDocument): Promise<DocumentContent> => {
    const { content, kind } = document;
    const isSilent = content.facts.owner.candidates.length === 0;
    if (teamId === undefined || !kindNamed(kind).withOwner) return content;
    if (request.named === undefined)
      return isSilent ? writeOwner(document, teamId, request) : content;
    const owner = await findOwner(db, document, { ...request, created, teamId });
    if (owner === undefined)
      return withUnknown(await writeOwner(document, teamId, request), teamId);
    return owner === teamId
      ? withUnknown(content, teamId)
      : withNotice(content, `ownerTeamId '${teamId}' was ignored: the text names '${owner}'`);
  };
  return Promise.all(
    documents.map(async (document) => withRequest(await own(document), request.ownerRequest)),
  );
}

/** The content whose refusal says that the team which the request names does not exist. */
function withUnknown(content: DocumentContent, teamId: string): DocumentContent {
  const message = `ownerTeamId '${teamId}' names no existing team: send the id of a team in /api/teams, or create the team first`;
  return withProblem(content, { code: 'ownership_missing', message });
}

/** The content whose refusal advises this request in place of a PUT of the document. */
function withRequest(content: DocumentContent, request: string | undefined): DocumentContent {
  const { ownerProblem } = content.facts;
  if (request === undefined || ownerProblem.request === undefined) return content;
  return withProblem(content, { ...ownerProblem, request });
}

function withProblem(content: DocumentContent, ownerProblem: OwnerProblem): DocumentContent {
  return { ...content, facts: { ...content.facts, ownerProblem } };
}

/** The team that owns the document as it is. */
async function findOwner(
  db: Db,
  { kind, id, content }: ReadDocument,
  { principal, created, teamId }: OwnerRequest & { created: ReadonlySet<string>; teamId: string },
): Promise<string | undefined> {
  const { candidates } = content.facts.owner;
  if (candidates.length === 0 || candidates[0] === teamId) return candidates[0];
  const key = { organizationId: principal.organizationId, kind, id };
  const { teams } = await findHeadAndTeams(db, key, candidates);
  return candidates.find((candidate) => teams.includes(candidate) || created.has(candidate));
}

function writeOwner(
  { kind, id, content }: ReadDocument,
  teamId: string,
  { now, deprecatedFormatsUntil }: OwnerRequest,
): Promise<DocumentContent> {
  const { body, source } = content;
  const isLong =
    !isShort({ text: body, format: 'json' }) ||
    (source !== undefined && !isShort({ text: source, format: 'yaml' }));
  const run = isLong ? runTask : runHere;
  return run('addOwner', { body, source }, teamId, { kind, id, now, deprecatedFormatsUntil });
}

function withNotice(content: DocumentContent, notice: string): DocumentContent {
  const { facts } = content;
  return { ...content, facts: { ...facts, notices: [...facts.notices, notice] } };
}
