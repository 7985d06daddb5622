import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { assertValid } from '../validation/validation.ts';
import { gitTarget, readGitTarget } from './connection.ts';
import type { GitTarget } from './connection.ts';

/** Maximum number of files that one import reads. */
export const maxImportedFiles = 10_000;

/** The body that imports one file. */
export const gitImportSchema = Type.Object(gitTarget, {
  $id: 'GitImportRequest',
  additionalProperties: true,
});

/** Kinds of documents that are imported, by the names of their collections. */
export const importedCollections = ['datacontracts', 'dataproducts'] as const;
type ImportedCollection = (typeof importedCollections)[number];

/** The body that imports many files. */
export const gitImportsSchema = Type.Object(
  {
    ...gitTarget,
    resource: Type.Unsafe<ImportedCollection>({
      type: 'string',
      enum: [...importedCollections],
      description: 'Kind of the documents',
    }),
    repositoryPath: Type.String({
      minLength: 1,
      maxLength: 500,
      examples: ['contracts/**/*.odcs.yaml'],
      description:
        'Pattern of the paths: `*` stands for any characters of one name, `?` for one of them, and a part `**` for any number of folders',
    }),
    preview: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True to judge each file as the import would, and to store nothing',
      }),
    ),
  },
  { $id: 'GitImportsRequest', additionalProperties: true },
);

/** Verdicts on a file of an import. */
export const fileVerdicts = [
  'IMPORTED',
  'NEW',
  'CHANGED',
  'UNCHANGED',
  'EXISTS',
  'REFUSED',
] as const;
export type FileVerdict = (typeof fileVerdicts)[number];

export type GitImportsTarget = GitTarget & { resource: ImportedCollection; preview: boolean };

/** Reads the body of an import of many files. Refuses with `invalid_body`. */
export function readGitImports(document: unknown): GitImportsTarget {
  const body: Static<typeof gitImportsSchema> = assertValid(
    gitImportsSchema,
    document,
    'invalid_body',
  );
  return { ...readGitTarget(body), resource: body.resource, preview: body.preview ?? false };
}
