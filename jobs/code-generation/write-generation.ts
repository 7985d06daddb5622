import type { TypeDialect } from '../../domain/dialects/dialect.ts';
import { refuse } from '../../domain/errors.ts';
import { normaliseContract } from '../../domain/standards/normalise-contract.ts';
import { chooseDialect } from './choose-dialect.ts';
import { generators } from './generators/index.ts';
import { namelessNotes } from './shapes/nameless.ts';

/** The options that determine the generated files of a contract. */
export type GenerationChoice = {
  type: string;
  dialect?: string;
  server?: string;
  compat?: string;
  /** Sentences that precede the warnings of each file. */
  warnings?: readonly string[];
};

/** The files of a format for a contract, as the JSON text that is stored and answered, without the id of the contract. */
export function writeGeneration(
  document: unknown,
  { type, dialect: asked, server: key, compat, warnings = [] }: GenerationChoice,
): string {
  const contract = normaliseContract(document);
  const generator =
    generators.find((candidate) => candidate.type === type) ??
    refuse('generation_failed', `This version knows no format '${type}'.`);
  const server = contract.servers.find((each) => key === undefined || each.server === key);
  const dialect = chooseDialect(generator, asked as TypeDialect | undefined, server);
  const before = [...warnings, ...namelessNotes(document)];
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
        warnings: [...before, ...metadata.warnings],
        notes: metadata.notes,
      },
    })),
  });
}
