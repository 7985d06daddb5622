/** What the answer says when a body had members that nobody knows. */
export function unknownMembersWarning(names: readonly string[]): string {
  return `Unknown members were stored: ${names.join(', ')}`;
}
