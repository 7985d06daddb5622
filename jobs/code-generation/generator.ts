import type { TypeDialect } from '../../domain/dialects/dialect.ts';
import type { ContractModel, ContractServer } from '../../domain/standards/odcs/contract-model.ts';

/** One generated file, ready to use. */
export type GeneratedFile = {
  /** Relative, with `/` between folders; safe on every file system, whatever the names of tables. */
  filename: string;
  /** The language ID that editors use: `sql`, `yaml`, `json`, `python`, `typescript`, … */
  language: string;
  content: string;
  /**
   * One sentence for each kind, naming the fields. `warnings`: differences between the file and the contract; `notes`:
   * parts of the contract that the format cannot express.
   */
  metadata: { warnings: readonly string[]; notes: readonly string[] } & Readonly<
    Record<string, unknown>
  >;
};

export type GenerationOptions = {
  /** Undefined for formats without dialects. */
  dialect: TypeDialect | undefined;
  /** The requested server, else the first one. */
  server: ContractServer | undefined;
  /** An older form of the format, one of `GeneratorInfo.variants`. */
  compat: string | undefined;
  /** The contract as it is stored, for formats that show what the model does not have. */
  document?: unknown;
};

/** Facts about a format: plain data, which a process can load without the code that generates. */
export type GeneratorInfo<Type extends string = string> = {
  /** Value of `type` in requests. */
  type: Type;
  title: string;
  description: string;
  /** Languages of its files. */
  languages: readonly string[];
  /** Empty if the format has no dialects; the first is the default. */
  dialects: readonly TypeDialect[];
  /** Values of `compat`; empty if the format has only one form. */
  variants: readonly string[];
};

/** One format. `generate` is pure and the same contract gives the same text. */
export type Generator<Type extends string = string> = GeneratorInfo<Type> & {
  generate: (contract: ContractModel, options: GenerationOptions) => GeneratedFile[];
};
