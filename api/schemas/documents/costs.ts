import { Type } from '@sinclair/typebox';
import {
  optional,
  optionalFlag,
  optionalText,
  optionalTexts,
  requiredText,
} from '../../../domain/kinds/resource.ts';

/** A cost of a data product; unknown members are stored and returned. */
export const costSchema = Type.Object(
  {
    id: Type.Optional(Type.Unknown({ readOnly: true, description: 'UUID, made here' })),
    dataProductId: requiredText('Id of an existing data product'),
    name: requiredText(),
    yearMonth: optional(
      Type.String({
        pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
        description: 'YYYY-MM',
        'x-must-be': 'a month like 2026-01',
      }),
    ),
    amount: Type.Number({
      // JSON.parse reads larger numbers as Infinity, which is not an amount.
      minimum: -Number.MAX_VALUE,
      maximum: Number.MAX_VALUE,
      description: 'Amount, returned with every digit that was sent',
    }),
    currency: requiredText('Currency, for example EUR'),
    estimated: optionalFlag,
    category: optionalText(),
    description: optionalText(),
    tags: optionalTexts,
    link: optional(Type.String({ format: 'uri' })),
  },
  { $id: 'Cost', additionalProperties: true },
);
