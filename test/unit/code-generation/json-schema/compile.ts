import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile } from '../../../../jobs/code-generation/generator.ts';
import { jsonSchema } from '../../../../jobs/code-generation/generators/json-schema/generator.ts';
import { contractOf, generateFiles } from '../contracts.ts';

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: false });
  // ajv-formats is CommonJS: its default export is the module in one loader and the function in another.
  const add = addFormats as unknown as { default?: (ajv: Ajv2020) => void } & ((
    ajv: Ajv2020,
  ) => void);
  (add.default ?? add)(ajv);
  return ajv;
}

/** What a file says. */
export const schemaOf = (file: GeneratedFile | undefined): any => JSON.parse(file?.content ?? '');

/** One for all contracts: it compiles the schema of schemas once, which takes longer than those of most contracts. */
const ajv = newAjv();

/** Validators of all files together, as strict as they can be. */
export function compileAll(files: readonly GeneratedFile[]): ValidateFunction[] {
  try {
    return files.map((file) => ajv.compile(schemaOf(file)));
  } finally {
    // Those of the next contract may have the same ids.
    ajv.removeSchema();
  }
}

/** A contract with one table of one field. */
export const tableWith = (property: object, more: object = {}): ContractModel =>
  contractOf([{ name: 'orders', properties: [{ name: 'field', ...property }], ...more }]);

/** The schema of a field alone. */
export function fieldSchema(property: object): any {
  return schemaOf(generateFiles(jsonSchema, tableWith(property))[0]).properties.field;
}
