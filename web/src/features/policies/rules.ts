/** A rule of a policy, as its document says it. */
export type Rule = {
  id: string;
  expression: string;
  message: string;
  severity: string;
  /** What the condition is about: contract or product. */
  kind: string;
  teams: readonly string[];
  tags: readonly string[];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const textOf = (value: unknown, other = ''): string => (typeof value === 'string' ? value : other);

/** The rules of a policy; none if the document has something else in their place. */
export function rulesOf(document: Record<string, unknown>): Rule[] {
  const { rules } = document;
  if (!Array.isArray(rules)) return [];
  return rules.filter(isObject).map((rule) => {
    const where = isObject(rule['where']) ? rule['where'] : {};
    const expression = textOf(rule['expression']);
    return {
      id: textOf(rule['id']),
      expression,
      message: textOf(rule['message']),
      severity: textOf(rule['severity'], 'error'),
      kind: /\bproduct\b/u.test(expression) ? 'product' : 'contract',
      teams: textsOf(where['teams']),
      tags: textsOf(where['tags']),
    };
  });
}
