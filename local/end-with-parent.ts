/**
 * Loaded before the main module of each process of bin/start: when the supervisor dies without a
 * farewell (kill -9), the channel to it closes, and this process ends too instead of keeping the port.
 */
const drainMs = 3000;

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), drainMs).unref();
});
// The channel alone must not keep a process alive that has finished.
process.channel?.unref();
