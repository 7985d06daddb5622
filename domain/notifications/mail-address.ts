/** Characters allowed on both sides of the @: no comment, group, list, quoted or bracketed form of RFC 5322. */
const plain = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cs}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cs}]+$/u;

/** Describes what is wrong with the address of one recipient; undefined when nothing is. */
export function addressProblem(address: string): string | undefined {
  if (!plain.test(address)) return 'it is not one plain e-mail address';
  const [local = ''] = address.split('@');
  if (local.length > 64 || address.length > 254) return 'it is too long for an address';
  return undefined;
}
