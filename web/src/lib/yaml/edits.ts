/** Keys of objects and positions in lists, from the root. */
export type YamlPath = readonly (string | number)[];

/** A change of the model that a form makes. */
export type YamlEdit =
  | { op: 'set'; path: YamlPath; value: unknown }
  | { op: 'remove'; path: YamlPath }
  /** `path` is the list. */
  | { op: 'insert'; path: YamlPath; index: number; value: unknown }
  | { op: 'move'; path: YamlPath; from: number; to: number }
  /** Renames a key and keeps its position. */
  | { op: 'rename'; path: YamlPath; key: string };

type Box = Record<string | number, unknown>;

const isBox = (value: unknown): value is Box => typeof value === 'object' && value !== null;

/** The value at a path, undefined if there is none. */
export function valueAt(model: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>(
    (value, key) => (isBox(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    model,
  );
}

/** Wraps a value into the objects that its path lacks: an edit of them sets the first one that is missing. */
export function withParents(
  model: unknown,
  path: YamlPath,
  value: unknown,
): { path: YamlPath; value: unknown } {
  let depth = path.length;
  let wrapped = value;
  while (depth > 0 && !isBox(valueAt(model, path.slice(0, depth - 1)))) {
    depth -= 1;
    const key = path[depth];
    wrapped = typeof key === 'number' ? [wrapped] : { [String(key)]: wrapped };
  }
  return { path: path.slice(0, depth), value: wrapped };
}

/** The model after an edit; the given one stays as it is. */
export function editModel(model: unknown, edit: YamlEdit): unknown {
  if (edit.op === 'set') {
    const { path, value } = withParents(model, edit.path, edit.value);
    return changeAt(model, path, () => value);
  }
  const parent = edit.op === 'remove' || edit.op === 'rename' ? edit.path.slice(0, -1) : edit.path;
  if (edit.op === 'insert' && !Array.isArray(valueAt(model, parent))) {
    return editModel(model, { op: 'set', path: parent, value: [edit.value] });
  }
  if (!isBox(valueAt(model, parent))) return model;
  return changeAt(model, parent, (box) => changeBox(box as Box, edit));
}

function changeAt(model: unknown, path: YamlPath, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(model);
  if (Array.isArray(model)) {
    return Number(key) < model.length
      ? model.map((each, index) => (index === key ? changeAt(each, rest, change) : each))
      : [...model, changeAt(undefined, rest, change)];
  }
  const box = isBox(model) ? model : {};
  return { ...box, [key]: changeAt(box[key], rest, change) };
}

function changeBox(box: Box, edit: Exclude<YamlEdit, { op: 'set' }>): unknown {
  if (Array.isArray(box)) return changeList(box, edit);
  const last = String(edit.path.at(-1));
  if (edit.op === 'remove') {
    return Object.fromEntries(Object.entries(box).filter(([key]) => key !== last));
  }
  if (edit.op !== 'rename' || !Object.hasOwn(box, last) || Object.hasOwn(box, edit.key)) return box;
  return Object.fromEntries(
    Object.entries(box).map(([key, value]) => [key === last ? edit.key : key, value]),
  );
}

function changeList(list: readonly unknown[], edit: Exclude<YamlEdit, { op: 'set' }>): unknown[] {
  if (edit.op === 'remove') return list.filter((_, index) => index !== edit.path.at(-1));
  if (edit.op === 'insert') return list.toSpliced(edit.index, 0, edit.value);
  return edit.op === 'move' ? moved(list, edit.from, edit.to) : [...list];
}

/** The list with one entry at another position. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
