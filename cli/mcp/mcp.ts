import type { Writable } from 'node:stream';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { whoIs } from '../session/me.ts';
import { bridgeStdio } from './bridge-stdio.ts';

/** `concordat mcp`: agents that start programs instead of opening addresses get the MCP server on standard input and output. */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve the catalog to an agent on standard input and output',
  details:
    'Clients of the Model Context Protocol start this command; it passes their messages to /mcp with the key of the profile.',
  examples: ['concordat mcp', 'claude mcp add concordat -- concordat mcp'],
  run: async (_given, { client, connection, surroundings, printer }) => {
    const { url, apiKey } = connection();
    // Says in words that no server answers or that the key is wrong, before the client waits for an answer.
    await whoIs(client(), apiKey);
    await bridgeStdio({
      url: `${url}/mcp`,
      apiKey,
      input: surroundings.stdin,
      output: surroundings.stdout as Writable,
      report: (problem) => printer.say(problem),
    });
    return exitCodes.done;
  },
};
