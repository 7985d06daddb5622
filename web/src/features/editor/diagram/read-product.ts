import type { YamlPath } from '../../../lib/yaml/edits.ts';
import { formTexts } from '../../../texts/studio/editor-form.ts';
import { boxOf } from '../form/outline.ts';
import { textOf } from './read-tables.ts';

/** A port as the text describes it. */
export type TextPort = {
  at: YamlPath;
  name: string;
  version: string | undefined;
  /** Id of its contract. */
  contract: string | undefined;
};

export type TextProduct = {
  name: string;
  inputs: readonly TextPort[];
  outputs: readonly TextPort[];
};

/** What drawing and table of a product need. */
export type ProductParts = {
  product: TextProduct;
  /** The name of the contract of a port, or its id while the name is not known. */
  contractOf: (port: TextPort) => string | undefined;
  onChoose: (at: YamlPath) => void;
};

/** The product of a text with its ports, also of the older specification. */
export function readProduct(model: unknown): TextProduct {
  const root = boxOf(model);
  const name = textOf(root['name']) ?? textOf(boxOf(root['info'])['title']) ?? textOf(root['id']);
  return {
    name: name ?? formTexts.noName,
    inputs: portsOf(root['inputPorts'], 'inputPorts'),
    outputs: portsOf(root['outputPorts'], 'outputPorts'),
  };
}

function portsOf(value: unknown, member: string): TextPort[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.map((entry, index) => {
    const port = boxOf(entry);
    const [name] = ['name', 'title', 'id'].flatMap((key) => textOf(port[key]) ?? []);
    return {
      at: [member, index],
      name: name ?? formTexts.noName,
      version: textOf(port['version']),
      contract: textOf(port['contractId']) ?? textOf(port['dataContractId']),
    };
  });
}
