import type { Readable, Writable } from 'node:stream';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/* oxlint-disable unicorn/prefer-add-event-listener -- transports are no targets of events */

/** A client of MCP on standard input and output, and the server over HTTP that answers it. */
export type Bridge = {
  /** Address of `/mcp`. */
  url: string;
  /** API key; without one the server refuses every message. */
  apiKey: string | undefined;
  input: Readable;
  output: Writable;
  /** Gets problems of connections, for standard error. */
  report: (problem: string) => void;
};

/** An error that the client can show, in place of an answer that will not come. */
const serverError = -32_000;

/** Passes messages between a client on stdio and the MCP server of an installation, until the input ends. */
export async function bridgeStdio({ url, apiKey, input, output, report }: Bridge): Promise<void> {
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'x-api-key': apiKey };
  const remote = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const local = new StdioServerTransport(input, output);
  const open = new Set<Promise<void>>();

  const pass = async (message: JSONRPCMessage): Promise<void> => {
    try {
      await remote.send(message);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      report(problem);
      if (!('method' in message) || !('id' in message)) return;
      const failure = { code: serverError, message: problem };
      await local.send({ jsonrpc: '2.0', id: message.id, error: failure });
    }
  };
  local.onmessage = (message) => {
    const passed = pass(message).finally(() => open.delete(passed));
    open.add(passed);
  };
  remote.onmessage = (message) => {
    const version = agreedVersion(message);
    if (version !== undefined) remote.setProtocolVersion(version);
    local.send(message).catch((error: unknown) => report(String(error)));
  };
  local.onerror = (error) => report(error.message);

  await remote.start();
  const ended = new Promise<void>((resolve) => void input.once('end', resolve));
  await local.start();
  await ended;
  await Promise.all(open);
  await remote.close();
  await local.close();
}

/** The version in the answer to `initialize`, which later requests name in a header. */
function agreedVersion(message: JSONRPCMessage): string | undefined {
  if (!('result' in message)) return undefined;
  const { protocolVersion } = message.result;
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
}
