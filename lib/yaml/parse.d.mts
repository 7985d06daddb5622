export type YamlLimits = { maxDepth: number; maxAliases: number };
export type YamlProblem = { message: string; breaksRule: boolean; line?: number; column?: number };
export type YamlAnswer =
  | { json: string; problem?: undefined }
  | { problem: YamlProblem; json?: undefined };
export function yamlToJson(text: string, limits: YamlLimits): YamlAnswer;
/** Both count from 1. */
export type YamlPosition = { line: number; column: number };
export function locateFields(text: string, fields: readonly string[]): YamlPosition[];
export function describeYamlError(error: unknown, text: string): YamlProblem;
