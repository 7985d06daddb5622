import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import type { GeneratedFile, Generator } from '../../../jobs/code-generation/generator.ts';

/** Public contracts and recorded outputs live beside the repository and are never part of it. */
const sharedFolder = path.resolve(process.cwd(), '../shared');

export const hasShared = fs.existsSync(path.join(sharedFolder, 'oracles/INDEX.json'));

if (!hasShared) console.warn('Skipped: there is no ../shared with public contracts and recordings');

/** For tests that need what is beside the repository; elsewhere they are counted as skipped. */
export const describeWithShared = hasShared ? describe : describe.skip;

export const inShared = (...parts: string[]): string => path.join(sharedFolder, ...parts);

/** `document` is the contract as it was written. */
export type NamedContract = { name: string; contract: ContractModel; document: unknown };

function read(file: string): unknown {
  try {
    return load(fs.readFileSync(file, 'utf8'), { maxDepth: 100 });
  } catch {
    return undefined;
  }
}

export function readContract(file: string): ContractModel {
  return normaliseContract(read(file));
}

const contractsOfFolders = new Map<string, NamedContract[]>();

/** Read once for all test files of a process; nobody changes them. */
function contractsIn(folder: string): NamedContract[] {
  const known = contractsOfFolders.get(folder) ?? readFolder(folder);
  contractsOfFolders.set(folder, known);
  return known;
}

function readFolder(folder: string): NamedContract[] {
  return fs
    .readdirSync(folder)
    .filter((file) => /\.ya?ml$|\.json$/.test(file))
    .map((file) => ({ name: file, document: read(path.join(folder, file)) }))
    .filter(({ document }) => document !== undefined)
    .map(({ name, document }) => ({ name, contract: normaliseContract(document), document }));
}

/** Every public contract, the invalid ones too: generators never throw. */
export function publicContracts(): NamedContract[] {
  const folders = ['odcs', 'invalid-odcs', 'valid-but-wrong-odcs', 'negative-official-odcs'];
  return folders.flatMap((folder) => contractsIn(inShared('standards/corpus', folder)));
}

/** The contracts that the reference was run with, and those of its own tests. */
export function recordedContracts(): NamedContract[] {
  return ['oracles/contracts', 'oracles/export/generated/contracts'].flatMap((folder) =>
    contractsIn(inShared(folder)),
  );
}

/** All contracts that are beside the repository; for tests of `describeWithShared`. */
export const knownContracts = (): NamedContract[] => [...publicContracts(), ...recordedContracts()];

/** Files whose `notes` are all that is said of them: warnings, then notes. */
export const withWarnings = (files: GeneratedFile[]): GeneratedFile[] =>
  files.map(({ metadata, ...file }) => ({
    ...file,
    metadata: { ...metadata, notes: [...metadata.warnings, ...metadata.notes] },
  }));

/** The files of a contract, for its first server; `notes` as in `withWarnings`. */
export function generateFiles(generator: Generator, contract: ContractModel): GeneratedFile[] {
  const [server] = contract.servers;
  return withWarnings(
    generator.generate(contract, { dialect: undefined, server, compat: undefined }),
  );
}

/** A contract with the given tables. */
export function contractOf(schema: unknown[], more: Record<string, unknown> = {}): ContractModel {
  return normaliseContract({
    kind: 'DataContract',
    apiVersion: 'v3.2.0',
    id: 'urn:datacontract:shop:orders',
    name: 'Orders of the shop',
    version: '1.0.0',
    schema,
    ...more,
  });
}
