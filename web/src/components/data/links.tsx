import { Link } from '@tanstack/react-router';
import { documentHref } from '../../lib/address/document-href.ts';
import { shortName } from '../../lib/text/plain-text.ts';

type NamedLinkProps = { id: string; name: string | null | undefined; isDeleted?: boolean };

/** The link to a document by its name. A deleted one is struck through; without a name the id has to do. */
export function DocLink({
  collection,
  id,
  name,
  isDeleted,
}: NamedLinkProps & { collection: string }) {
  const text = shortName(name ?? id);
  if (isDeleted === true) {
    return (
      <s className="faint" title="Deleted">
        {text}
      </s>
    );
  }
  return (
    <Link className="link" to={documentHref(collection, id)}>
      {text}
    </Link>
  );
}

/** The link to a team. */
export function TeamLink(props: NamedLinkProps) {
  return <DocLink collection="teams" {...props} />;
}

/** A person: the name, and the address to write to. */
export function PersonLink({
  name,
  email,
}: {
  name: string | null | undefined;
  email?: string | null;
}) {
  if (email === undefined || email === null) return <span>{name}</span>;
  return (
    <a
      className="link"
      href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
      title={email}
    >
      {name ?? email}
    </a>
  );
}
