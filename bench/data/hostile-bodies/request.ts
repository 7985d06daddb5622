/** A body that is hard to read, check or store, and the call that takes it. */
export type HostileRequest = {
  what: string;
  method: 'PUT' | 'POST' | 'GET';
  path: string;
  contentType?: string;
  body?: string;
  /** Sends a token of messaging instead of the key. */
  token?: boolean;
};

export const megabyte = 1_000_000;
export const [json, yaml, ndjson] = [
  'application/json',
  'application/yaml',
  'application/x-ndjson',
];
export const namespaces = '/api/semantics/experimental/namespaces';

/** Repeats the piece until the text has this length. */
export const filled = (piece: string, length: number): string =>
  piece.repeat(Math.floor(length / piece.length)).slice(0, -1);

export const members = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"m${index.toString(36)}":1`).join(',');

export const wrap = (start: string, fill: string, end: string): string => `${start}${fill}${end}`;

export const contractHead = (id: string, version = '1.0.0'): string =>
  `"apiVersion":"v3.1.0","kind":"DataContract","id":"${id}","version":"${version}","status":"active","team":{"name":"stalls"}`;

export const columns = (count: number, description: string): string =>
  Array.from(
    { length: count },
    (_, index) => `{"name":"c${index}","logicalType":"string","description":"${description}"}`,
  ).join(',');

/** A valid contract with `count` columns, each with the description. */
export const largeContract = (
  id: string,
  version: string,
  count: number,
  description: string,
): string =>
  wrap(
    `{${contractHead(id, version)},"schema":[{"name":"t","properties":[`,
    columns(count, description),
    ']}]}',
  );

export const deep = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}${close.repeat(levels)}`;

export const documentOf = (
  start: string,
  unit: string,
  end: string,
  length = 4.9 * megabyte,
): string => wrap(start, filled(`${unit},`, length), end);

export const put = (
  what: string,
  path: string,
  body: string,
  contentType = json,
): HostileRequest => ({
  what,
  method: 'PUT',
  path: path.startsWith('/') ? path : `/api/${path}`,
  contentType,
  body,
});
