import { configureGlobal } from 'fast-check';

/** The same inputs in every run, so that a red run is about a change; `FUZZ_SEED=<number>` looks at others. */
configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20_261_120) });
