import type { components } from '../../api/schema.d.ts';
import { Button } from '../../components/controls/button.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { browserName } from '../../lib/browser-name.ts';
import { signInTexts } from '../../texts/sign-in.ts';

type Session = components['schemas']['OwnUiSession'];

/** The open sessions of a person. */
export function SessionTable({
  sessions,
  onEnd,
}: {
  sessions: readonly Session[];
  onEnd: (id: string) => void;
}) {
  return (
    <table>
      <thead>
        <tr>
          <th>{signInTexts.browser}</th>
          <th>{signInTexts.signedIn}</th>
          <th className="wide-only">{signInTexts.by}</th>
          <th className="wide-only">{signInTexts.ends}</th>
          <th>
            <span className="hidden">{signInTexts.endSession}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, userAgent, createdAt, expiresAt, method, isCurrent }) => (
          <tr key={id}>
            <td title={userAgent ?? undefined}>
              <span className="row wrap tight">
                {userAgent === null ? '–' : browserName(userAgent)}
                {isCurrent && <span className="badge run">{signInTexts.thisSession}</span>}
              </span>
              <span className="tiny faint narrow-only">{signInTexts.methods[method]}</span>
            </td>
            <td>
              <RelativeTime at={createdAt} />
            </td>
            <td className="wide-only">{signInTexts.methods[method]}</td>
            <td className="wide-only">
              <RelativeTime at={expiresAt} />
            </td>
            <td className="number">
              {!isCurrent && (
                <Button compact onClick={() => onEnd(id)}>
                  {signInTexts.endSession}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
