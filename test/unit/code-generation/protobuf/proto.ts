import protobufjs from 'protobufjs';

/** Parses and resolves a file with what it imports of Google's. */
export function compileProto(text: string): protobufjs.Root {
  const { root, imports = [] } = protobufjs.parse(text, { keepCase: true });
  for (const file of imports) {
    const nested = protobufjs.common.get(file)?.nested;
    if (nested === undefined) throw new Error(`${file} is no file of Google's`);
    root.addJSON(nested);
  }
  root.resolveAll();
  return root;
}

const scalars: Readonly<Record<string, unknown>> = {
  string: 'text',
  bool: true,
  bytes: Buffer.from('bytes'),
  float: 0.5,
  double: 0.25,
  int32: -3,
  int64: 4,
  uint32: 5,
  uint64: 6,
};

function valueOf(field: protobufjs.Field, depth: number): unknown {
  const type = field.resolvedType;
  if (type instanceof protobufjs.Enum) return type.values[Object.keys(type.values).at(-1) ?? ''];
  if (type === null) return scalars[field.type];
  if (type.name === 'Value') return { stringValue: 'any' };
  return type.name === 'Struct' ? { fields: {} } : sampleOf(type, depth + 1);
}

/** A message in which every field has a value. */
export function sampleOf(type: protobufjs.Type, depth = 0): Record<string, unknown> {
  if (depth > 100) return {};
  return Object.fromEntries(
    type.fieldsArray.map((field) => {
      const value = valueOf(field, depth);
      if (field instanceof protobufjs.MapField) return [field.name, { 1: value }];
      return [field.name, field.repeated ? [value] : value];
    }),
  );
}
