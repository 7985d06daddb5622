import { requestSource } from '../../connectors/http/source.ts';
import type { SourceAnswer } from '../../connectors/http/source.ts';
import { withoutSecrets } from '../../connectors/http/shown-secret.ts';
import { isTimeoutError, messageOf } from '../../connectors/source-error.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { GenerationEndpoint } from '../../domain/code-generation/settings.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { secretForms } from '../contract-tests/hide-secrets.ts';
import type { GeneratedFile } from './generator.ts';
import { readGeneratedFiles } from './read-generated-files.ts';
import { maxBytes } from './requested-contract.ts';

/** Request body for the endpoint. */
type AskedFiles = {
  prompt: string;
  dataContractId: string;
  /** The stored document with its linked definitions. */
  dataContract: unknown;
  server?: ContractServer;
};

/**
 * The files that the endpoint of the installation generates from a contract and a prompt. The endpoint is asked once,
 * because every request may cost money. Refuses with `generation_failed` if there are no usable files; its messages
 * contain no token, and only the host of the address. Rejects with the reason of the signal.
 */
export async function askGenerationEndpoint(
  { url: address, token, timeoutMs }: GenerationEndpoint,
  asked: AskedFiles,
  signal: AbortSignal,
): Promise<GeneratedFile[]> {
  const url = new URL(address);
  const secrets = token === undefined ? [] : secretForms([token]);
  try {
    const answer = await requestSource({
      method: 'POST',
      url: url.href,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(asked),
      isOnce: true,
      // The operator configured this host; addresses that are never contacted are refused even so.
      allowedHosts: [url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')],
      timeoutMs,
      limitBytes: maxBytes,
      beyondLimit: 'cut',
      signal,
    });
    return readGeneratedFiles(parseAnswer(answer, secrets), secrets);
  } catch (error) {
    signal.throwIfAborted();
    const said = withoutSecrets(explain(error), secrets);
    return refuse('generation_failed', `The endpoint at ${url.host} gave no files: ${said}`);
  }
}

/** The reason of the failure, with the setting that the operator of the endpoint may have to change. */
function explain(error: unknown): string {
  const said = messageOf(error);
  if (error instanceof Refusal) return said;
  if (isTimeoutError(error)) return `${said}; GENERATION_TIMEOUT_SECONDS may allow more`;
  return `${said}; see whether it runs, and whether GENERATION_ENDPOINT is its address`;
}

function parseAnswer({ status, body, isCut }: SourceAnswer, secrets: readonly string[]): unknown {
  if (status !== 200) refuseStatus(status, body.toString('utf8'), secrets);
  if (isCut) {
    const advice = `${maxBytes} bytes are the most; ask for less at once`;
    return refuse('generation_failed', `its answer is too long: ${advice}`);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return refuse('generation_failed', 'its answer is no JSON');
  }
}

function refuseStatus(status: number, text: string, secrets: readonly string[]): never {
  // Secrets are removed before the text is cut, because half a token would not be found afterwards.
  const said = oneLine(withoutSecrets(text, secrets), 300);
  const shown = said === '' ? '' : `: ${said}`;
  return refuse('generation_failed', `it answered ${status}${adviceOn(status)}${shown}`);
}

function adviceOn(status: number): string {
  if (status === 401 || status === 403) return ' (see whether GENERATION_TOKEN is right)';
  const isRedirect = status >= 300 && status < 400;
  return isRedirect
    ? ' (redirects are not followed: GENERATION_ENDPOINT must be the address itself)'
    : '';
}
