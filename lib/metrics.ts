import { hostname } from 'node:os';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';

export type { Counter, Gauge, Histogram };

/** Measurements of one process about itself. */
export type Metrics = {
  /** Durations in seconds, in buckets. */
  histogram: <Label extends string>(options: {
    name: string;
    help: string;
    labels: readonly Label[];
    buckets: readonly number[];
  }) => Histogram<Label>;
  /** A count since the process began. */
  counter: <Label extends string>(options: {
    name: string;
    help: string;
    labels: readonly Label[];
  }) => Counter<Label>;
  /** A value that is read at each collection. */
  gauge: <Label extends string>(options: {
    name: string;
    help: string;
    labels: readonly Label[];
    collect: (gauge: Gauge<Label>) => void | Promise<void>;
  }) => Gauge<Label>;
  /** All measurements as JSON, for a process that publishes them on behalf of this one. */
  snapshot: () => Promise<string>;
};

/** Measurements of this process, those of Node.js included; each carries the labels `role` and `process`. */
export function createProcessMetrics(role: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ role, process: `${hostname()}:${process.pid}` });
  collectDefaultMetrics({ register: registry });
  for (const name of eventLoopLags) registry.removeSingleMetric(name);
  const metrics = createMetrics(registry);
  measureEventLoop(metrics);
  return metrics;
}

/** prom-client resets these at each collection, so two collectors would each see only a part of the time. */
const eventLoopLags = ['', '_min', '_max', '_mean', '_stddev', '_p50', '_p90', '_p99'].map(
  (part) => `nodejs_eventloop_lag${part}_seconds`,
);

const beatMs = 100;

/** Measures the event loop delay: a timer that fires late shows how long the loop was blocked. */
function measureEventLoop(metrics: Metrics): void {
  const delays = metrics.histogram({
    name: 'concordat_event_loop_delay_seconds',
    help: 'Delay of a timer that fires ten times per second',
    labels: [],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  let expected = performance.now() + beatMs;
  setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - expected) / 1000);
    expected = now + beatMs;
  }, beatMs).unref();
}

/** Measurements that belong to no process, e.g. counts of a database; they carry only their own labels. */
export function createSharedMetrics(): Metrics {
  return createMetrics(new Registry());
}

function createMetrics(registry: Registry): Metrics {
  const registers = [registry];
  return {
    histogram: ({ name, help, labels, buckets }) =>
      new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers }),
    counter: ({ name, help, labels }) => new Counter({ name, help, labelNames: labels, registers }),
    gauge: ({ name, help, labels, collect }) =>
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        collect() {
          return collect(this);
        },
      }),
    snapshot: async () => JSON.stringify(await registry.getMetricsAsJSON()),
  };
}

export const expositionType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Merges the snapshots of several processes into one text in the exposition format of Prometheus. */
export function expose(snapshots: readonly string[]): Promise<string> {
  const parsed = snapshots.map((snapshot) => JSON.parse(snapshot) as object[]);
  return AggregatorRegistry.aggregate(parsed).metrics();
}
