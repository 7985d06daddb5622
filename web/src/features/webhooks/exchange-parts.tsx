import type { ReactNode } from 'react';
import { CodeView } from '../../components/documents/code-view.tsx';
import { JsonView } from '../../components/documents/json-view.tsx';
import { deliveryTexts } from '../../texts/operate/webhooks.ts';
import type { Exchange } from './queries.ts';
import './webhooks.css';

/** What the receiver answered last. Its body is text, whatever it says that it is. */
export function ResponsePart({
  exchange: { response, request, lastDurationMs },
}: {
  exchange: Exchange;
}) {
  if (response === null) {
    return (
      <Part title={deliveryTexts.response}>
        <p className="small soft">
          {request === null ? deliveryTexts.notSent : deliveryTexts.noResponse}
        </p>
      </Part>
    );
  }
  const { status, headers, body, isCut } = response;
  return (
    <Part title={deliveryTexts.response}>
      <p className="small">
        <span className="medium">{deliveryTexts.httpStatus(status)}</span>{' '}
        {lastDurationMs !== null && (
          <span className="faint">{deliveryTexts.took(lastDurationMs)}</span>
        )}
      </p>
      {body === '' ? (
        <p className="small soft">{deliveryTexts.empty}</p>
      ) : (
        <Body name={deliveryTexts.response} text={body} />
      )}
      {isCut && <p className="tiny faint">{deliveryTexts.cut}</p>}
      <Headers headers={headers} />
    </Part>
  );
}

/** What was sent last; signatures are left out by the server. */
export function RequestPart({ exchange: { request } }: { exchange: Exchange }) {
  if (request === null) return null;
  const { method, origin, headers, body, bodyAsSent } = request;
  return (
    <Part title={deliveryTexts.request}>
      <p className="small">
        <span className="medium">{method}</span> <span className="mono">{origin ?? ''}</span>
      </p>
      {body === null ? (
        <p className="small soft">{deliveryTexts.bodyGone}</p>
      ) : (
        <Body name={deliveryTexts.request} text={body} />
      )}
      {body !== null && !bodyAsSent && <p className="tiny faint">{deliveryTexts.bodyDiffers}</p>}
      <Headers headers={headers} />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** JSON as a tree, anything else as text. */
function Body({ name, text }: { name: string; text: string }) {
  const json = jsonOf(text);
  return json === undefined ? (
    <CodeView name={name} text={text} />
  ) : (
    <JsonView name={name} value={json} />
  );
}

function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  const all = Object.entries(headers);
  if (all.length === 0) return null;
  return (
    <details className="fold">
      <summary>
        {deliveryTexts.headers} ({all.length})
      </summary>
      <table className="headers-table">
        <thead>
          <tr>
            <th scope="col">{deliveryTexts.header}</th>
            <th scope="col">{deliveryTexts.value}</th>
          </tr>
        </thead>
        <tbody>
          {all.map(([name, value]) => (
            <tr key={name}>
              <td className="mono">{name}</td>
              <td className="mono">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
