/** A set of whole numbers that needs about one bit per number where numbers are dense. */
export type NumberSet = {
  add: (n: number) => void;
  has: (n: number) => boolean;
  size: () => number;
};

const chunkBits = 4_096;

/** Makes an empty set of whole numbers from 0 to 2^42. */
export function createNumberSet(): NumberSet {
  const chunks = new Map<number, Uint32Array>();
  let size = 0;
  const wordOf = (n: number): number => (n % chunkBits) >>> 5;
  const bitOf = (n: number): number => 1 << (n % 32);
  const has = (n: number): boolean =>
    ((chunks.get(Math.floor(n / chunkBits))?.[wordOf(n)] ?? 0) & bitOf(n)) !== 0;
  return {
    has,
    add: (n) => {
      if (has(n)) return;
      const index = Math.floor(n / chunkBits);
      const chunk = chunks.get(index) ?? new Uint32Array(chunkBits / 32);
      chunks.set(index, chunk);
      chunk[wordOf(n)] = (chunk[wordOf(n)] ?? 0) | bitOf(n);
      size += 1;
    },
    size: () => size,
  };
}
