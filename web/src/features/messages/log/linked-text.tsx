import { Fragment } from 'react';

const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/giu;

/** The text as it was written; only web addresses become links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, at) =>
    at % 2 === 0 ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
      <a key={at} className="link" href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  );
}
