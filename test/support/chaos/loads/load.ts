import { insistOn } from './books.ts';
import type { Installation } from '../installation.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** A load of one kind: its client makes requests, and later reports wrong outcomes. */
export type Load = {
  kind: string;
  /** Runs before the first request. */
  prepare?: () => Promise<void>;
  request?: () => Promise<void>;
  audit: () => Promise<string[]>;
};

/** The installation under load, and its random numbers. */
export type LoadTarget = { ours: Installation; random: SeededRandom };

/** The numbers from 0 to `count` − 1. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Repeats a request until an answer settles it; the answer must have that status. */
export async function expectStatus(
  { ours, random }: LoadTarget,
  status: number,
  [method, path, body]: [method: string, path: string, body?: unknown],
): Promise<void> {
  const { answer } = await insistOn(ours, random, method, [path, body ? { body } : {}]);
  expect([method, path, answer.status, answer.text]).toEqual([method, path, status, answer.text]);
}
