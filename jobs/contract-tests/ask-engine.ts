import { openEngineKey } from '../../commands/test-engine/engine-key.ts';
import { requestSource } from '../../connectors/http/source.ts';
import type { SourceAnswer } from '../../connectors/http/source.ts';
import { withoutSecrets } from '../../connectors/http/shown-secret.ts';
import type { TestEngine } from '../../db/tables/contract-tests/test-engines.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JobContext } from '../define-job.ts';
import { secretForms } from './hide-secrets.ts';
import { readExternalResults } from './read-external-results.ts';
import type { ExternalResults } from './read-external-results.ts';

/** Long tests take as long with common clients. */
const timeoutMs = 30 * 60_000;
const limitBytes = 20 * 1024 * 1024;

/** A test request: the contract as YAML, and the key of its server. */
export type AskedTest = { yaml: string; server: string; organizationId: OrganizationId };

/**
 * Runs a contract test by the Data Contract CLI API of an organization. Refuses with `source_refused` hosts
 * that are not allowed, and with `source_failed` failed or invalid answers; its messages contain no key.
 * Rejects with the reason of the signal.
 */
export async function askEngine(
  { settings, signal }: Pick<JobContext, 'settings' | 'signal'>,
  engine: TestEngine,
  asked: AskedTest,
): Promise<ExternalResults> {
  const url = new URL(engine.endpoint);
  let key: string | undefined;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/test`;
  url.searchParams.set('server', asked.server);
  try {
    key = keyOf(engine, settings, asked);
    const answer = await requestSource({
      method: 'POST',
      url: url.href,
      headers: {
        'content-type': 'application/yaml',
        accept: 'application/json',
        ...(key !== undefined && { 'x-api-key': key }),
      },
      body: asked.yaml,
      // A proxy that timed out answers 503 although the test continues, so the request must not be repeated.
      isOnce: true,
      allowedHosts: settings.sourceAccess.allowedHosts,
      timeoutMs,
      limitBytes,
      signal,
    });
    return readExternalResults(parseAnswer(answer, secretsOf(key)), secretsOf(key));
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof Refusal ? error.code : 'source_failed';
    const said = error instanceof Error ? error.message : String(error);
    const shown = withoutSecrets(said, secretsOf(key));
    return refuse(code, `The external test engine at ${url.host} did not test: ${shown}`);
  }
}

function secretsOf(key: string | undefined): string[] {
  return key === undefined ? [] : secretForms([key]);
}

/** Refuses unsuccessful answers, quoting their beginning. */
function parseAnswer({ status, body }: SourceAnswer, secrets: readonly string[]): unknown {
  const text = body.toString('utf8');
  if (status < 200 || status > 299) {
    // Hidden before cutting: half a key would not be recognized.
    const said = oneLine(withoutSecrets(text, secrets), 300);
    refuse('source_failed', `it answered ${status}${said === '' ? '' : `: ${said}`}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    return refuse('source_failed', 'its answer is not JSON');
  }
}

function keyOf(
  { apiKey }: TestEngine,
  { secretKey }: JobContext['settings'],
  { organizationId }: AskedTest,
): string | undefined {
  return apiKey === null ? undefined : openEngineKey(apiKey, secretKey, organizationId);
}
