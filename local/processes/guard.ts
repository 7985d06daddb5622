import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Ensures that `pid` gets `signal` when this process dies in any way: a small shell waits for the end of its input, which the
 * kernel closes. Returns a function that cancels it.
 */
export function guard(pid: number, signal: 'INT' | 'QUIT' | 'KILL'): () => void {
  const script = 'read -r word; [ "$word" = done ] || kill -s "$1" "$2" 2>/dev/null';
  const shell = spawn('sh', ['-c', script, 'sh', signal, String(pid)], {
    // Its own process group: Ctrl-C must end the parent first, and killing the group must not kill the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return () => void shell.stdin.end('done\n');
}
