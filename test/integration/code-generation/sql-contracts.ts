import fs from 'node:fs';
import path from 'node:path';
import { YAMLException, load } from 'js-yaml';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import type { Generator } from '../../../jobs/code-generation/generator.ts';

/** Public contracts and recorded outputs live beside the repository and are never part of it. */
const shared = path.resolve(process.cwd(), '../shared');

export const hasSqlContracts = fs.existsSync(path.join(shared, 'oracles/INDEX.json'));

export type NamedContract = { name: string; contract: ContractModel };

export const inShared = (...parts: string[]): string => path.join(shared, ...parts);

/** Undefined for a file that is no YAML, which some recordings of refusals are. */
function contractAt(file: string): NamedContract | undefined {
  const name = path.relative(shared, file);
  const document = documentAt(file);
  return document === undefined ? undefined : { name, contract: normaliseContract(document) };
}

function documentAt(file: string): unknown {
  try {
    return load(fs.readFileSync(file, 'utf8'), { maxDepth: 100, json: true });
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

type ReadContracts = {
  contracts: NamedContract[];
  valid: readonly string[];
  skipped: string[];
};

let known: ReadContracts | undefined;

/**
 * The valid contracts of the public corpus, those that the reference was run with and those of its own tests; `skipped` are
 * the names of files that are no YAML.
 */
export const readContracts = (): ReadContracts => (known ??= readOnce());

function readOnce(): ReadContracts {
  const list = JSON.parse(fs.readFileSync(inShared('standards/corpus/VALIDITY.json'), 'utf8')) as {
    file: string;
    standard: string;
    valid: boolean;
  }[];
  const corpus = list
    .filter(
      ({ file, standard, valid }) => standard === 'odcs' && valid && file.includes('corpus/odcs/'),
    )
    .map(({ file }) => inShared('standards', file));
  const recorded = ['oracles/contracts', 'oracles/export/generated/contracts', 'oracles/engine'];
  const files = [...corpus, ...recorded.flatMap((folder) => contractFiles(inShared(folder)))];
  const read = files.map((file) => ({ file, contract: contractAt(file) }));
  const skipped = read.filter(({ contract }) => contract === undefined);
  return {
    contracts: read.map(({ contract }) => contract).filter((one) => one !== undefined),
    valid: corpus.map((file) => path.relative(shared, file)),
    skipped: skipped.map(({ file }) => path.relative(shared, file)),
  };
}

/** The contracts of `readContracts`. */
export const validContracts = (): NamedContract[] => readContracts().contracts;

/** Those of runs have a folder each, beside what they were run on. */
function contractFiles(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('odcs.yaml'))
    .map((file) => path.join(folder, file));
}

/** The texts of a generator for one dialect. */
export function textsOf(
  generator: Generator,
  contract: ContractModel,
  dialect: TypeDialect,
): string[] {
  const files = generator.generate(contract, { dialect, server: undefined, compat: undefined });
  return files.map(({ content }) => content);
}

export const isEmptyScript = (sql: string): boolean => /^(?:--[^\n]*\n|\s)*$/.test(sql);
