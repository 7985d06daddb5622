/**
 * Thread: requests /health/live every few milliseconds and measures the answers, independently of the main
 * thread.
 */
import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { port, everyMs } = workerData;
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
const patienceMs = 20_000;

function probe() {
  const started = Date.now();
  const begun = performance.now();
  const note = (ok) => parentPort.postMessage({ started, ms: performance.now() - begun, ok });
  const request = http.get({ port, host: '127.0.0.1', path: '/health/live', agent }, (answer) => {
    answer.resume();
    answer.on('end', () => note(answer.statusCode === 200));
  });
  request.setTimeout(patienceMs, () => request.destroy());
  request.on('error', () => note(false));
}

const timer = setInterval(probe, everyMs);
parentPort.on('message', () => {
  clearInterval(timer);
  agent.destroy();
  parentPort.close();
});
