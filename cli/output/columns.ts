/** A column of a table: a path into the items, or a function of them. */
export type Column = {
  head: string;
  of: string | ((item: Readonly<Record<string, unknown>>) => unknown);
  /** Numbers are aligned at the right. */
  right?: true;
  /** Colors a cell by its value. */
  color?: (text: string) => Color | undefined;
};

export type Color = 'red' | 'green' | 'yellow' | 'dim' | 'bold';

/** A cell as text; lists are joined, objects are JSON, and characters that control a terminal are left out. */
export function cellOf(item: unknown, { of }: Column): string {
  const record = Object(item) as Record<string, unknown>;
  const value = typeof of === 'string' ? memberAt(record, of) : of(record);
  return plain(textOf(value));
}

/** The member of an item at a path such as `info.name`. */
export function memberAt(item: Record<string, unknown>, at: string): unknown {
  if (Object.hasOwn(item, at)) return item[at];
  return at
    .split('.')
    .reduce<unknown>((value, name) => (Object(value) as Record<string, unknown>)[name], item);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One line without control characters: names come from others and must not move the cursor. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- These are the characters to leave out.
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
}
