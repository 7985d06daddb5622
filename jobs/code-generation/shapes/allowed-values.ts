import type { NativeType } from '../../../domain/dialects/native-type.ts';
import { objectOf } from '../../../domain/standards/json-value.ts';
import type { ContractProperty, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { scalarsOf } from '../../../domain/standards/odcs/normalise-options.ts';

/** `ENUM('a', 'b')` of a platform. */
function ofType(native: NativeType | undefined): readonly Scalar[] | undefined {
  if (!/^enum(?:8|16)?$/.test(native?.name ?? '')) return undefined;
  const values = native?.parameters.map((text) => /^'(.*)'(?:=-?\d+)?$/s.exec(text)?.[1]) ?? [];
  const texts = values.flatMap((value) =>
    value === undefined ? [] : [value.replaceAll("''", "'")],
  );
  return texts.length === 0 || texts.length < values.length ? undefined : texts;
}

/** A rule that lets no other value pass. */
function ofQuality({ quality }: ContractProperty): readonly Scalar[] | undefined {
  return quality.find(
    ({ metric, validValues, threshold }) =>
      metric === 'invalidValues' &&
      validValues !== undefined &&
      (threshold === undefined || (threshold.operator === '=' && threshold.value === 0)),
  )?.validValues;
}

/** A list, which some contracts write as a text. */
function listOf(value: unknown): readonly Scalar[] | undefined {
  if (typeof value !== 'string' || !value.startsWith('[')) return scalarsOf(value);
  try {
    return scalarsOf(JSON.parse(value));
  } catch {
    return undefined;
  }
}

function ofCustomProperties({ customProperties }: ContractProperty): readonly Scalar[] | undefined {
  const names = Object.keys(objectOf(customProperties['enumValues']) ?? {});
  return (
    listOf(customProperties['enum']) ??
    listOf(customProperties['enumValues']) ??
    (names.length === 0 ? undefined : names)
  );
}

/** The values that a property is limited to, each once: its enum, custom properties, its type, or a quality rule. */
export function allowedValues(
  property: ContractProperty,
  native: NativeType | undefined,
): readonly Scalar[] | undefined {
  const values =
    property.enumValues ?? ofCustomProperties(property) ?? ofType(native) ?? ofQuality(property);
  return values && [...new Set(values)];
}
