/** What may stand on both sides of the @: no comment, group, list, quoted or bracketed form of RFC 5322. */
const plain = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cs}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cs}]+$/u;

/** What is wrong with an address that one mail shall go to; undefined when nothing is. */
export function addressProblem(address: string): string | undefined {
  if (!plain.test(address)) return 'it is not one plain e-mail address';
  const [local = ''] = address.split('@');
  if (local.length > 64 || address.length > 254) return 'it is longer than addresses may be';
  return undefined;
}
