import type { TypeDialect } from '../../domain/dialects/dialect.ts';
import type { ContractModel, ContractServer } from '../../domain/standards/odcs/contract-model.ts';

/** One file that can be used as it is. */
export type GeneratedFile = {
  /** Relative, with `/` between folders; safe on every file system whatever the contract calls its tables. */
  filename: string;
  /** As editors name it: `sql`, `yaml`, `json`, `python`, `typescript`, … */
  language: string;
  content: string;
  /** `notes`: what of the contract this format cannot express, one sentence each, naming the field. */
  metadata: { notes: readonly string[] } & Readonly<Record<string, unknown>>;
};

export type GenerationOptions = {
  /** For formats with dialects, one of theirs. */
  dialect: TypeDialect | undefined;
  /** The server that was chosen, else the first one. */
  server: ContractServer | undefined;
  /** An older form of the format, one of `Generator.variants`. */
  compat: string | undefined;
  /** The contract as it is stored, for formats that show what the model does not have. */
  document?: unknown;
};

/** One format. `generate` is pure and the same contract gives the same text. */
export type Generator = {
  /** Value of `type` in requests. */
  type: string;
  title: string;
  description: string;
  /** Languages of its files. */
  languages: readonly string[];
  /** Empty where the format has none; the first is the default. */
  dialects: readonly TypeDialect[];
  /** Values of `compat`; empty where there is one form only. */
  variants: readonly string[];
  generate: (contract: ContractModel, options: GenerationOptions) => GeneratedFile[];
};
