import { pythonText } from '../../shapes/text/python-text.ts';
import type { Field } from '../../shapes/shape.ts';
import type { PydanticWriter } from './types.ts';

/** True if a member is an integer, or a list or map of integers. */
function holdsIntegers({ shape, values }: Field): boolean {
  if (shape.kind === 'integer') return values === undefined;
  if (shape.kind === 'list') return holdsIntegers(shape.items);
  return shape.kind === 'map' && holdsIntegers(shape.value);
}

const check = [
  'def whole_number(value: Any) -> Any:',
  '    """Refuses 1.5 for an integer, which Pydantic 1 would cut to 1."""',
  '    inside = value.values() if isinstance(value, dict) else value',
  '    if isinstance(value, (dict, list, tuple, set, frozenset)):',
  '        for item in inside:',
  '            whole_number(item)',
  '    if isinstance(value, (float, Decimal)):',
  '        number = Decimal(value)',
  '        if not number.is_finite() or number != number.to_integral_value():',
  '            raise ValueError("value is not a whole number")',
  '    return value',
];

/** Validators that make version 1 refuse fractions in integers, as version 2 does; `names` are names of members. */
export function wholeNumberLines(
  [fields, names]: readonly [fields: readonly Field[], names: readonly string[]],
  { version, imports, blocks }: PydanticWriter,
): string[] {
  const whole = names.filter((_, position) => {
    const field = fields[position];
    return version === 1 && field !== undefined && holdsIntegers(field);
  });
  if (whole.length === 0) return [];
  if (!blocks.includes(check)) blocks.unshift(check);
  imports.use('typing', 'Any');
  imports.use('decimal', 'Decimal');
  const validator = imports.use('pydantic', 'validator');
  const list = whole.map((name) => pythonText(name)).join(', ');
  return [
    '',
    `    _whole_numbers = ${validator}(${list}, pre=True, allow_reuse=True)(whole_number)`,
  ];
}
