import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { TestApi } from '../http/api.ts';

/** A client of the MCP server as programs of others have it, with these headers. */
export async function connectAgent(
  { address }: Pick<TestApi, 'address'>,
  headers: Record<string, string>,
): Promise<Client> {
  const client = new Client({ name: 'test agent', version: '1.0.0' });
  const requestInit = { headers };
  const url = new URL(`${address}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

/** The text of the answer of a tool; throws what the tool calls an error. */
export async function callText(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<string> {
  const answer = await client.callTool({ name, arguments: input });
  const [content] = answer.content as { text: string }[];
  const text = content?.text ?? '';
  if (answer.isError) throw new Error(text);
  return text;
}

/** The answer of a tool as JSON. */
export async function callJson(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<any> {
  return JSON.parse(await callText(client, name, input));
}
