import { Type } from '@sinclair/typebox';

const message = (id: string, description: string) =>
  Type.Object(
    {
      jsonrpc: Type.Literal('2.0'),
      id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    },
    { $id: id, description, additionalProperties: true },
  );

/** A message to the MCP server. */
export const mcpMessageSchema = message(
  'McpMessage',
  'A request or a notification of the Model Context Protocol',
);

/** Its answer. */
export const mcpAnswerSchema = message('McpAnswer', 'The result or the error of a request');
