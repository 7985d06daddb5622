/** The worker as it is started elsewhere; it says when it has begun to start. */
await import('../workers/main.ts');
process.send?.('ready');
