import type { NativeType } from '../../../domain/dialects/types/native-type.ts';
import { objectOf } from '../../../domain/standards/json-value.ts';
import type {
  ContractProperty,
  QualityRule,
  Scalar,
} from '../../../domain/standards/odcs/contract-model.ts';
import { scalarsOf } from '../../../domain/standards/odcs/normalise-options.ts';
import { allowsNone } from './quality-rule.ts';

/** `ENUM('a', 'b')` of a platform. */
function ofType(native: NativeType | undefined): readonly Scalar[] | undefined {
  if (!/^enum(?:8|16)?$/.test(native?.name ?? '')) return undefined;
  const values = native?.parameters.map((text) => /^'(.*)'(?:=-?\d+)?$/s.exec(text)?.[1]) ?? [];
  const texts = values.flatMap((value) =>
    value === undefined ? [] : [value.replaceAll("''", "'")],
  );
  return texts.length === 0 || texts.length < values.length ? undefined : texts;
}

/** The values of a rule that allows no others. */
function onlyValues(rule: QualityRule): QualityRule['validValues'] {
  const isStrict = rule.threshold === undefined || allowsNone(rule);
  return rule.metric === 'invalidValues' && isStrict ? rule.validValues : undefined;
}

function ofQuality({ quality }: ContractProperty): readonly Scalar[] | undefined {
  return quality.map(onlyValues).find((values) => values !== undefined);
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

/** The quality rules of a property that its allowed values do not already enforce; all rules if no values are written. */
export function openQuality(
  property: ContractProperty,
  values: readonly Scalar[] = allowedValues(property, undefined) ?? [],
): QualityRule[] {
  const isKept = (rule: QualityRule): boolean => {
    const valid = new Set(onlyValues(rule));
    // A pattern in addition to the values asks for more than they do.
    return rule.pattern === undefined && values.every((value) => valid.has(value));
  };
  return property.quality.filter((rule) => values.length === 0 || !isKept(rule));
}
