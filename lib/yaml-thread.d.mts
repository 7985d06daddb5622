export type YamlLimits = { maxDepth: number; maxAliases: number };
export type YamlProblem = { message: string; breaksRule: boolean; line?: number; column?: number };
export type YamlAnswer =
  { json: string; problem?: undefined } | { problem: YamlProblem; json?: undefined };
export function yamlToJson(text: string, limits: YamlLimits): YamlAnswer;
