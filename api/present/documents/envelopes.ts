import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import type { Dates, DocumentPage } from '../../../db/views/documents/list.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { again } from '../../schemas/again.ts';
import { documentSchemas } from '../../schemas/documents/documents.ts';
import type { ShownText } from './server-members.ts';

/** Query parameter of lists of documents. */
export const envelopeQuery = {
  envelope: Type.Optional(
    Type.Boolean({
      description:
        'Answers each document with its revision and dates, instead of the bare document',
    }),
  ),
};

const envelope = (kind: DocumentKind): TSchema =>
  Type.Object({
    revision: Type.Integer({ examples: [7] }),
    createdAt: Type.String({ format: 'date-time', description: 'When the id was last created' }),
    updatedAt: Type.String({
      format: 'date-time',
      description: 'When the current revision was written',
    }),
    document: again(documentSchemas(kind)),
  });

/** The answer of a list: bare documents by default. */
export const listAnswers = (kind: DocumentKind) => ({
  description: 'The documents; with envelope=true, each with its revision and dates',
  schema: Type.Array(Type.Union([documentSchemas(kind), envelope(kind)])),
});

/** The entries of a list as JSON texts; documents that were read with dates have an envelope. */
export function envelopesOf(
  documents: DocumentPage['documents'],
  shown: readonly ShownText[],
): string[] {
  return shown.map(({ text }, index) => {
    const { revision, createdAt, updatedAt } = documents[index] ?? {};
    if (revision === undefined || !createdAt || !updatedAt) return text;
    const dates: Dates = { revision, createdAt, updatedAt };
    return `${JSON.stringify(dates).slice(0, -1)},"document":${text}}`;
  });
}
