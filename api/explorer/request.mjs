/** Sends requests of the explorer and shows their answers. */
import { byId, element, folded, json } from './elements.mjs';

/** The header of the credential. */
const { header } = document.body.dataset;
const isKey = header === 'x-api-key';

/** True if all required parameters have a value; otherwise marks those without one and names them in the output. */
export function hasRequired(inputs, output) {
  const isMissing = ({ required, input }) => required && input.value.trim() === '';
  const missing = inputs.filter(isMissing);
  for (const parameter of inputs) {
    if (isMissing(parameter)) parameter.input.setAttribute('aria-invalid', 'true');
    else parameter.input.removeAttribute('aria-invalid');
  }
  const [first] = missing;
  if (first === undefined) return true;
  const names = missing.map(({ name, in: place }) => `${name} (${place})`).join(', ');
  output.stop?.();
  output.replaceChildren(
    element(
      'p',
      { class: 'failed' },
      `Nothing was sent. Fill in the required parameters: ${names}.`,
    ),
  );
  first.input.focus();
  return false;
}

/** Path and query from the inputs; values of a list are separated by commas. */
function addressOf(path, inputs) {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place, schema, input } of inputs) {
    const value = input.value.trim();
    if (place === 'header') continue;
    if (place === 'path') {
      address = address.replace(`{${name}}`, encodeURIComponent(value));
      continue;
    }
    const values = schema?.type === 'array' ? value.split(',') : [value];
    for (const each of values) if (each.trim() !== '') query.append(name, each.trim());
  }
  const text = query.toString();
  return `${location.origin}${address}${text && `?${text}`}`;
}

/** Credential and headers from the inputs. */
function headersFrom(inputs) {
  const headers = {};
  const key = byId('page-key').value.trim();
  if (key) headers[header] = isKey ? key : `Bearer ${key}`;
  for (const { name, in: place, input } of inputs) {
    const value = input.value.trim();
    if (place === 'header' && value) headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** The body from the inputs; for multipart forms, the browser sets the content type with its boundary. */
function contentOf({ type, body, file }) {
  const [chosen] = file?.files ?? [];
  if (chosen) {
    const form = new FormData();
    form.append('file', chosen);
    return { body: form };
  }
  if (body === undefined || body.value.trim() === '') return {};
  return { type: type.value, body: body.value };
}

/** The request from the inputs. */
export function requestOf({ method, path, inputs, ...content }) {
  const headers = headersFrom(inputs);
  const { type, body } = contentOf(content);
  if (type) headers['content-type'] = type;
  return {
    address: addressOf(path, inputs),
    options: { method: method.toUpperCase(), headers, ...(body && { body }) },
  };
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same request as a curl command; the key stays a variable, so that it does not appear in the shell history. */
export function curlOf({ address, options }) {
  const secret = isKey ? '"x-api-key: $API_KEY"' : '"Authorization: Bearer $TOKEN"';
  const parts = ['curl', '-sS', '-X', options.method, quoted(address)];
  for (const [name, value] of Object.entries(options.headers)) {
    parts.push('-H', name === header ? secret : quoted(`${name}: ${value}`));
  }
  const { body } = options;
  if (body instanceof FormData) parts.push('-F', quoted(`file=@${body.get('file').name}`));
  else if (body !== undefined) parts.push('--data-binary', quoted(body));
  return parts.join(' ');
}

/** Sends the request and shows its answer; an endless answer is shown piece by piece until the user stops it. */
export async function send({ address, options }, output) {
  const started = performance.now();
  const controller = new AbortController();
  output.stop?.();
  output.stop = () => controller.abort();
  output.replaceChildren(element('p', {}, 'Waiting …'));
  try {
    const answer = await fetch(address, { ...options, signal: controller.signal });
    const type = answer.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) {
      await showStream(answer, output);
      return;
    }
    const text = await answer.text();
    const ms = Math.round(performance.now() - started);
    const isJson = /\bjson\b/.test(type) && text !== '';
    output.replaceChildren(
      statusOf(answer, `, ${ms} ms`),
      element('pre', {}, isJson ? json(JSON.parse(text)) : text || 'no body'),
      headersOf(answer),
    );
    show(output);
  } catch (error) {
    // The user stopped the request, and may already have sent another.
    if (controller.signal.aborted) return;
    output.replaceChildren(element('p', { class: 'failed' }, `No answer: ${error.message}`));
    show(output);
  }
}

/** Scrolls an answer into view, below the header that stays. */
function show(output) {
  output.scrollIntoView({ block: 'start' });
}

async function showStream(answer, output) {
  const shown = element('pre');
  const end = element('p', {}, 'Listening …');
  const stop = element('button', {}, 'Stop');
  stop.addEventListener('click', () => {
    output.stop();
    stop.remove();
    end.textContent = 'Stopped.';
  });
  output.replaceChildren(statusOf(answer, ''), shown, end, stop, headersOf(answer));
  show(output);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    shown.append(piece.value);
    shown.scrollTop = shown.scrollHeight;
  }
  stop.remove();
  end.textContent = 'The stream has ended.';
}

function statusOf({ ok, status, statusText }, more) {
  return element('p', { class: ok ? 'ok' : 'failed' }, `${status} ${statusText}${more}`);
}

function headersOf({ headers }) {
  return folded('Headers', [...headers].map(([name, value]) => `${name}: ${value}`).join('\n'));
}
