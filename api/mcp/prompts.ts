import { refuse } from '../../domain/errors.ts';
import type { Catalog } from './catalog-reader.ts';
import { contractUri, readResource } from './resources.ts';

type Argument = { name: string; description: string; required: boolean };
type Prompt = {
  name: string;
  title: string;
  description: string;
  arguments: Argument[];
  /** What is asked for; a data contract that the arguments name is attached. */
  text: (given: Record<string, string>) => string;
};

const argument = (name: string, description: string): Argument => ({
  name,
  description,
  required: true,
});
const contractId = argument('dataContractId', 'Id of a data contract');

/** Questions that people choose from a list. */
const prompts: readonly Prompt[] = [
  {
    name: 'find_data',
    title: 'Find data for a purpose',
    description: 'Finds data products that fit a purpose, and says what is needed to use them',
    arguments: [argument('purpose', 'What the data is needed for')],
    text: ({ purpose = '' }) =>
      `Find data products for this purpose: ${purpose}\nFor the best ones, say which fields of which data contract fit, whether I may use them already, what the terms of use demand, and how I get access. Request nothing without asking me.`,
  },
  {
    name: 'explain_contract',
    title: 'Explain a data contract',
    description: 'Explains a data contract to somebody who wants to use the data',
    arguments: [contractId],
    text: () =>
      'Explain this data contract to somebody who wants to use the data: what each table has, what one row means, which fields are personal data, what the provider promises, and what the terms of use forbid.',
  },
  {
    name: 'review_contract',
    title: 'Review a data contract',
    description: 'Looks for what a data contract does not say',
    arguments: [contractId],
    text: () =>
      'Review this data contract: name fields without a meaning or a type, missing keys, missing classifications of personal data, rules of quality that its fields suggest, and terms of use that are unclear. Name each with its place.',
  },
  {
    name: 'query_contract',
    title: 'Answer a question with SQL',
    description: 'Writes a query over the tables of a data contract',
    arguments: [contractId, argument('question', 'What the query answers')],
    text: ({ question = '' }) =>
      `Write one SQL query over the tables of this data contract that answers: ${question}\nBegin with write_query, which knows the names and the dialect of the server. Do not run it.`,
  },
];

/** The list of prompts. */
export function listPrompts() {
  const shown = prompts.map(({ name, title, description, arguments: taken }) => ({
    name,
    title,
    description,
    arguments: taken,
  }));
  return { prompts: shown };
}

/** The messages of a prompt. Refuses unknown prompts and missing arguments with `bad_request`. */
export async function getPrompt(
  catalog: Catalog,
  name: string,
  given: Record<string, string>,
): Promise<{ description: string; messages: { role: 'user'; content: Content }[] }> {
  const prompt = prompts.find((each) => each.name === name);
  if (!prompt) refuse('bad_request', `There is no prompt '${name.slice(0, 100)}'.`);
  for (const { name: needed } of prompt.arguments)
    if (!given[needed]) refuse('bad_request', `The argument '${needed}' is missing.`);
  const contents: Content[] = [{ type: 'text', text: prompt.text(given) }];
  const { dataContractId } = given;
  if (prompt.arguments.includes(contractId) && dataContractId !== undefined) {
    const { contents: texts } = await readResource(catalog, contractUri(dataContractId));
    for (const resource of texts) contents.push({ type: 'resource', resource });
  }
  const messages = contents.map((content) => ({ role: 'user' as const, content }));
  return { description: prompt.description, messages };
}

type Content =
  | { type: 'text'; text: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } };
