import { setTracer } from './tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

/** Makes this process trace its work if a collector is set; otherwise nothing of OpenTelemetry is loaded. */
export async function startTracing(role: string, settings: TracingSettings): Promise<void> {
  if (settings.otelEndpoint === undefined) return;
  const { createTracer } = await import('./open-telemetry.ts');
  setTracer(await createTracer(role, settings.otelEndpoint, settings));
}
