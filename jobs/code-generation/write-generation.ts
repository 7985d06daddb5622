import type { TypeDialect } from '../../domain/dialects/dialect.ts';
import { refuse } from '../../domain/errors.ts';
import { normaliseContract } from '../../domain/standards/odcs/normalise.ts';
import { chooseDialect } from './choose-dialect.ts';
import { generators } from './generators/index.ts';
import { namelessNotes } from './shapes/nameless.ts';

/** What decides what is generated from a contract. */
export type GenerationChoice = {
  type: string;
  dialect?: string;
  server?: string;
  compat?: string;
};

/** The files of a format for a contract, as the JSON text that is stored and answered, without the id of the contract. */
export function writeGeneration(
  document: unknown,
  { type, dialect: asked, server: key, compat }: GenerationChoice,
): string {
  const contract = normaliseContract(document);
  const generator =
    generators.find((candidate) => candidate.type === type) ??
    refuse('generation_failed', `This version knows no format '${type}'.`);
  const server = contract.servers.find((each) => key === undefined || each.server === key);
  const dialect = chooseDialect(generator, asked as TypeDialect | undefined, server);
  const nameless = namelessNotes(document);
  const files = generator.generate(contract, { dialect, server, compat, document });
  return JSON.stringify({
    generationType: type,
    ...(dialect !== undefined && { dialect }),
    ...(server && { server: server.server }),
    ...(compat !== undefined && { compat }),
    files: files.map(({ metadata, ...file }) => ({
      ...file,
      metadata: {
        ...(server && { serverType: server.type }),
        ...metadata,
        notes: [...nameless, ...metadata.notes],
      },
    })),
  });
}
