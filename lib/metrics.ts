import { hostname } from 'node:os';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type { Gauge, Histogram };

/** What one process measures about itself. */
export type Metrics = {
  /** Durations in seconds, in buckets. */
  histogram: <Label extends string>(options: {
    name: string;
    help: string;
    labels: readonly Label[];
    buckets: readonly number[];
  }) => Histogram<Label>;
  /** A value that is read when somebody asks. */
  gauge: <Label extends string>(options: {
    name: string;
    help: string;
    labels: readonly Label[];
    collect: (gauge: Gauge<Label>) => void | Promise<void>;
  }) => Gauge<Label>;
  /** Everything measured, as JSON, for a process that shows it on behalf of this one. */
  snapshot: () => Promise<string>;
};

/** Measurements of this process, those of Node.js included; each carries the labels `role` and `process`. */
export function createProcessMetrics(role: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ role, process: `${hostname()}:${process.pid}` });
  collectDefaultMetrics({ register: registry });
  return createMetrics(registry);
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

/** Snapshots of several processes as one text in the exposition format of Prometheus. */
export function expose(snapshots: readonly string[]): Promise<string> {
  const parsed = snapshots.map((snapshot) => JSON.parse(snapshot) as object[]);
  return AggregatorRegistry.aggregate(parsed).metrics();
}
