/** The reason why an edit of one entry is impossible. */
export type EditProblem = { outcome: 'refused'; message: string };
