/**
 * Preloaded in each process of bin/start: when the supervisor is killed (kill -9), its channel closes, and this process ends too
 * instead of keeping the port.
 */
const drainMs = 3000;

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  // SIGKILL instead of process.exit, because exit handlers could be what hangs.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), drainMs).unref();
});
// The channel alone must not keep a finished process alive.
process.channel?.unref();
