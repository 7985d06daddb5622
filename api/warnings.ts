/** What the answer says when a body had members that nobody knows, and what became of them. */
export function unknownMembersWarning(
  names: readonly string[],
  fate: 'stored' | 'ignored' = 'stored',
): string {
  return `Unknown members were ${fate}: ${names.join(', ')}`;
}
