import type { Static, TObject } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import type { Catalog } from './catalog-reader.ts';

/** What a tool does, for clients that ask people before they call it. */
export type ToolEffect = 'reads' | 'changes' | 'runs';

/** A tool of the MCP server; its answer is JSON, which is cut to the length of an answer. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  effect: ToolEffect;
  input: TObject;
  run: (input: never, catalog: Catalog) => Promise<unknown>;
};

const offset = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'Where to go on in a long answer: the offset that the last part names',
  }),
);

/** Declares a tool. One that reads takes `offset`; another call of one that acts would act again, so that its answers are short. */
export function defineTool<Input extends TObject>(
  declared: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run: (input: Static<Input>, catalog: Catalog) => Promise<unknown>;
  },
): Tool {
  const { input, effect } = declared;
  const paged = effect === 'reads' ? { offset } : {};
  const options = { additionalProperties: false };
  return { ...declared, input: Type.Object({ ...input.properties, ...paged }, options) };
}

/** Input that several tools take. */
export const ids = {
  dataProductId: Type.String({
    minLength: 1,
    description: 'Id of the data product, from search_catalog',
  }),
  outputPortId: Type.String({
    minLength: 1,
    description: 'Id of the output port, or its name if it has no id, from get_data_product',
  }),
  dataContractId: Type.String({
    minLength: 1,
    description: 'Id of the data contract, from search_catalog or get_output_port',
  }),
};

/** A string that one of these values is. */
export function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description });
}
