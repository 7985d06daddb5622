/** Columns of the `input` of a statement for many rows, by name: the type in Postgres and the value of a row. */
export type InputColumns<Row> = Readonly<
  Record<string, readonly [type: string, value: (row: Row) => unknown]>
>;

/** JSON text never contains U+001E unescaped (RFC 8259 §7), so it separates JSON texts (RFC 7464). */
const separator = '\x1e';

/**
 * SQL of the rows, numbered from 1 by `n`. Each column is one parameter, a list. JSON texts, which may be long, are joined instead:
 * to quote them for an array and to parse that costs more (measured). By its condition, which is always true, Postgres
 * expects one row: it then keeps the plan, which looks each row up by its key, instead of planning each execution (measured).
 */
export function inputRows<Row>(columns: InputColumns<Row>): string {
  const lists = Object.values(columns).map(([type], index) =>
    type === 'json'
      ? `string_to_array($${index + 1}, chr(30), '')::json[]`
      : `$${index + 1}::${type}[]`,
  );
  return `select * from unnest(${lists.join(', ')}) with ordinality as i(${Object.keys(columns).join(', ')}, n)
      where n between 1 and 1000000`;
}

/** The parameters of `inputRows`. */
export function inputValues<Row>(columns: InputColumns<Row>, rows: readonly Row[]): unknown[] {
  return Object.values(columns).map(([type, value]) => {
    const values = rows.map(value);
    return type === 'json' ? values.join(separator) : values;
  });
}
