import type { Tool } from '../tool.ts';
import { accessTools } from './access.ts';
import { conceptTools } from './concepts.ts';
import { contractTools } from './contracts.ts';
import { productTools } from './products.ts';
import { qualityTools } from './quality.ts';
import { searchTool } from './search.ts';

/** Every tool of the MCP server, in the order in which a person would need them. */
export const tools: readonly Tool[] = [
  searchTool,
  ...productTools,
  ...contractTools,
  ...accessTools,
  ...qualityTools,
  ...conceptTools,
];
