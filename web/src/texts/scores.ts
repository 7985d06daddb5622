import type { StatusWord } from './status-words.ts';

const idle: StatusWord = { tone: 'idle', word: 'Does not apply', icon: 'none' };

/** Words of the scores of data products. */
export const scoreTexts = {
  title: 'Score',
  unrated: idle,
  ratings: {
    excellent: { tone: 'ok', word: 'Excellent', icon: 'check' },
    good: { tone: 'ok', word: 'Good', icon: 'check' },
    fair: { tone: 'warn', word: 'Fair', icon: 'alert' },
    poor: { tone: 'bad', word: 'Poor', icon: 'x' },
  } as Readonly<Record<string, StatusWord>>,
  marks: {
    passed: { tone: 'ok', word: 'Fulfilled', icon: 'check' },
    failed: { tone: 'idle', word: 'Not fulfilled', icon: 'x' },
    'not-applicable': idle,
  } as Readonly<Record<string, StatusWord>>,
  score: (score: number, rating: string) => `${rating}, ${score} of 100`,
  told: (label: string, state: string, points: number, weight: number) =>
    `${label}: ${state}, ${points} of ${weight} points`,
  missing: (count: number) => `How to get the points of ${count} ${count === 1 ? 'rule' : 'rules'}`,
  gain: (label: string, weight: number) => `${label} (+${weight}).`,
};
