import type { DifferenceRule } from './difference.ts';

/** What generators that take members of ODCS 2.2 in contracts of later versions make differently from the reference. */
export const membersOfOldVersions = (format: string, count = 2): DifferenceRule => ({
  format,
  rule: 'Members of ODCS 2.2 count in later versions',
  reason:
    'Contracts write `isNullable: false` and `isUnique` where they mean `required` and `unique`.',
  count,
  explains: (difference) =>
    /field_one$/i.test(difference.place) &&
    ['nullable', 'required', 'unique'].includes(difference.aspect),
});
