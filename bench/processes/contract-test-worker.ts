import '../../workers/main.ts';

/** Tells the parent that the worker, started as in workers/main.ts, is ready. */
process.send?.('ready');
