import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Makes sure that `pid` gets `signal` when this process dies, however it dies: a tiny shell waits
 * for the end of its input, which the kernel closes for us. Returns the function that calls it off.
 */
export function guard(pid: number, signal: 'INT' | 'QUIT' | 'KILL'): () => void {
  const script = 'read -r word; [ "$word" = done ] || kill -s "$1" "$2" 2>/dev/null';
  const shell = spawn('sh', ['-c', script, 'sh', signal, String(pid)], {
    // A group of its own: Ctrl-C must end the parent first, and a killed group must not include us.
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
