import '../workers/main.ts';

/** A worker as workers/main.ts starts it; it says when it can be used. */
process.send?.('ready');
