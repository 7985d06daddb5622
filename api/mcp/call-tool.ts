import { auditAgent } from '../../commands/agents/audit-agent.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { validateWith } from '../../domain/validation/validation.ts';
import type { Services } from '../services.ts';
import { cutAnswer } from './bounded-text.ts';
import { CatalogProblem } from './catalog-reader.ts';
import type { AgentRequest, Catalog } from './catalog-reader.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools/index.ts';

/** The list of tools, with JSON Schemas of their input. */
export function listTools() {
  return { tools: tools.map(presentTool) };
}

function presentTool({ name, title, description, effect, input }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...input, type: 'object' as const },
    annotations: {
      readOnlyHint: effect === 'reads',
      destructiveHint: false,
      idempotentHint: effect === 'reads',
      // Tests of contracts run on platforms outside of the catalog.
      openWorldHint: effect === 'runs',
    },
  };
}

type Input = Record<string, unknown> & { offset?: number };
type ToolAnswer = { content: { type: 'text'; text: string }[]; isError?: true };

/**
 * Runs a tool with the rights of the caller and records the call in the audit trail. A model can mend wrong input and refusals of
 * routes, so that both are answers; an unknown tool is refused with `bad_request`.
 */
export async function callTool(
  { catalog, services, request }: { catalog: Catalog; services: Services; request: AgentRequest },
  name: string,
  input: Input,
): Promise<ToolAnswer> {
  const tool = tools.find((each) => each.name === name);
  if (!tool) refuse('bad_request', `There is no tool '${name.slice(0, 100)}'.`);
  const violations = validateWith(tool.input, input);
  if (violations.length > 0) {
    const named = violations.map(({ field, message }) => `${field} ${message}`);
    return failed(`The input of ${name} is wrong: ${named.join('; ')}.`);
  }
  const { offset = 0, ...own } = input;
  await audit(services, request, name, own);
  try {
    const answer = await tool.run(own as never, catalog);
    return { content: [text(cutAnswer(JSON.stringify(answer, undefined, 1), offset))] };
  } catch (error) {
    if (error instanceof CatalogProblem) return failed(`${error.code}: ${error.message}`);
    throw error;
  }
}

function failed(why: string): ToolAnswer {
  return { content: [text(cutAnswer(why, 0))], isError: true };
}

const text = (whole: string) => ({ type: 'text' as const, text: whole });

/** Members of the input that name something. Words and purposes of people stay out of the audit trail. */
const named = [
  'action',
  'assetId',
  'conceptId',
  'dataContractId',
  'dataProductId',
  'namespace',
  'outputPortId',
  'resource',
  'server',
  'teamId',
  'testResultId',
];
const maxNamedLength = 200;

async function audit(
  { database, clock }: Services,
  { principal, requestId }: AgentRequest,
  tool: string,
  input: Record<string, unknown>,
): Promise<void> {
  const about = named.flatMap((member) => {
    const value = input[member];
    return typeof value === 'string' ? [[member, value.slice(0, maxNamedLength)]] : [];
  });
  const cause = { principal, requestId, now: clock.now() };
  const data = { tool, ...Object.fromEntries(about) };
  await transact(database, (tx) =>
    auditAgent(tx, 'AgentToolCalled', cause, { id: principal.agent ?? 'unknown', data }),
  );
}
