/** The warning about unknown members of a body, and whether they were stored or ignored. */
export function unknownMembersWarning(
  names: readonly string[],
  fate: 'stored' | 'ignored' = 'stored',
): string {
  return `Unknown members were ${fate}: ${names.join(', ')}`;
}
