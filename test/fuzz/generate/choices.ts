import { seededRandom } from '../../support/chaos/seeded-random.ts';
import type { SeededRandom } from '../../support/chaos/seeded-random.ts';

/** Random decisions that depend only on seed and index. */
export type Choices = SeededRandom & {
  /** True with this probability. */
  chance: (probability: number) => boolean;
  /** One of the options, with probabilities by weight. */
  weighted: <T>(options: readonly (readonly [number, T])[]) => T;
};

/** The decisions of item `index` of a run, independent of other items and of their number. */
export function choicesOf(seed: number, index: number): Choices {
  const random = seededRandom(mix(mix(seed >>> 0) ^ Math.imul(index + 1, 0x9e3779b1)));
  const chance = (probability: number): boolean => random.next() < probability;
  return {
    ...random,
    chance,
    weighted: (options) => {
      const total = options.reduce((sum, [weight]) => sum + weight, 0);
      let left = random.next() * total;
      for (const [weight, value] of options) {
        left -= weight;
        if (left < 0) return value;
      }
      throw new Error('nothing to choose from');
    },
  };
}

/** Spreads neighboring numbers over all 32 bits (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
