/** A path with encoded values: apiPath`/api/teams/${id}`. */
export function apiPath(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return texts.reduce(
    (path, text, index) => path + encodeURIComponent(values[index - 1] ?? '') + text,
  );
}

/** Values of a query; undefined is left out, and a list is a repeated parameter. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** The path with its query. */
export function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
