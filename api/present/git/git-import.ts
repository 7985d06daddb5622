import type { Static } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import type { GitImport, GitImportFile } from '../../../db/tables/git/imports.ts';
import { gitTypeSchema } from '../../../domain/git/git-hosts.ts';
import { fileVerdicts } from '../../../domain/git/import.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import { gitRunSchema } from './git-connection.ts';

const { phase, outcome, code, message, requestedBy, requestedAt, endedAt, log } =
  gitRunSchema.properties;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const gitImportReadSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the import' }),
    resource: Type.String({ description: 'Kind of the documents' }),
    preview: Type.Boolean({ description: 'True if nothing is stored' }),
    gitConnectionType: gitTypeSchema,
    gitCredentialExternalId: Type.Optional(
      Type.String({ description: 'Named credential, if there is one' }),
    ),
    host: Type.String({ description: 'Host of the repository' }),
    repositoryUrl: Type.String({ description: 'Address of the repository' }),
    repositoryBranch: Type.String({ description: 'Name of the branch' }),
    repositoryPath: Type.String({ description: 'Path of a file, or a pattern of paths' }),
    files: Type.Object(
      {
        imported: count('Files that are documents now'),
        new: count('Files that would be imported'),
        changed: count('Files that differ from the document with their id'),
        unchanged: count('Files that equal the document with their id'),
        existing: count('Files that are connected with another document, or share their id'),
        refused: count('Files that are no valid documents, or may not be imported'),
      },
      { description: 'Numbers of judged files' },
    ),
    phase,
    outcome,
    code,
    message,
    commit: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Commit that was read',
    }),
    requestedBy,
    requestedAt,
    endedAt,
    log,
  },
  { $id: 'GitImport' },
);

export type FileCounts = Partial<Record<(typeof fileVerdicts)[number], number>>;

/** An import with the numbers of its files. */
export function presentGitImport(
  found: GitImport,
  { IMPORTED = 0, NEW = 0, CHANGED = 0, UNCHANGED = 0, EXISTS = 0, REFUSED = 0 }: FileCounts,
): Static<typeof gitImportReadSchema> {
  const { id, preview, type, host, repositoryUrl, branch, path, credentialExternalId } = found;
  return {
    id,
    resource: kindNamed(found.kind).collection,
    preview,
    gitConnectionType: type,
    ...(credentialExternalId !== null && { gitCredentialExternalId: credentialExternalId }),
    host,
    repositoryUrl,
    repositoryBranch: branch,
    repositoryPath: path,
    files: {
      imported: IMPORTED,
      new: NEW,
      changed: CHANGED,
      unchanged: UNCHANGED,
      existing: EXISTS,
      refused: REFUSED,
    },
    phase: found.phase,
    outcome: found.outcome,
    code: found.code,
    message: found.message,
    commit: found.commit,
    requestedBy: found.principal,
    requestedAt: found.requestedAt.toISOString(),
    endedAt: found.endedAt?.toISOString() ?? null,
    log: found.log,
  };
}

const orNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const gitImportFileSchema = Type.Object(
  {
    path: Type.String({ description: 'Path of the file' }),
    verdict: Type.Unsafe<string>({
      type: 'string',
      enum: [...fileVerdicts],
      description:
        'IMPORTED; NEW in a preview; CHANGED if a document with its id exists and differs; UNCHANGED if that document is equal; EXISTS if it is connected with another document or shares its id with another file; REFUSED',
    }),
    documentId: orNull('Id that the file names'),
    code: orNull('Code of the error'),
    message: orNull('Why it was not imported'),
  },
  { $id: 'GitImportFile' },
);

/** A file with its verdict. */
export function presentImportFile(file: GitImportFile): Static<typeof gitImportFileSchema> {
  return file;
}
