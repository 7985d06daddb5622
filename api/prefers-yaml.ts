const yamlNames = ['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'];

/** Weights of what `Accept` names, from 0 to 1. */
function acceptedBy(header: (name: string) => string | undefined): Map<string, number> {
  const parts = (header('accept') ?? '').toLowerCase().split(',');
  return new Map(
    parts.map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}

function weightOf(accepted: ReadonlyMap<string, number>, names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => accepted.get(name) ?? 0));
}

/** Whether `Accept` asks for YAML, and not more for JSON. */
export function prefersYaml(header: (name: string) => string | undefined): boolean {
  const accepted = acceptedBy(header);
  const yaml = weightOf(accepted, yamlNames);
  return yaml > 0 && yaml >= weightOf(accepted, ['application/json', 'application/x-ndjson']);
}

/** Whether `Accept` asks for a web page, and not more for the data itself. */
export function prefersHtml(header: (name: string) => string | undefined): boolean {
  const accepted = acceptedBy(header);
  const html = weightOf(accepted, ['text/html', 'application/xhtml+xml']);
  return html > 0 && html >= weightOf(accepted, [...yamlNames, 'application/json']);
}
