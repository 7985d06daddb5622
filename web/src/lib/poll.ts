type Polled = { state: { data: unknown; status: string } };

/** Reads again after this time. What could not be read at all waits for the person to try again. */
export const pollEvery =
  (ms: number) =>
  ({ state }: Polled): number | false =>
    state.status === 'error' && state.data === undefined ? false : ms;
