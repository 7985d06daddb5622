/**
 * Loaded before the main module of each process of bin/start: when the supervisor dies without a
 * farewell (kill -9), the channel to it closes, and this process ends too instead of keeping the port.
 */
const drainMs = 3000;

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  // Not process.exit: handlers of the exit could be what hangs.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), drainMs).unref();
});
// The channel alone must not keep a process alive that has finished.
process.channel?.unref();
