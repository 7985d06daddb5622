import { IconDownload, IconExternalLink, IconFile } from '@tabler/icons-react';
import { bytesText } from '../../../lib/numbers.ts';
import { messageTexts } from '../../../texts/messages/messages.ts';
import type { Attachment } from '../types.ts';

/** Types that browsers show without running anything in them; all other files are saved. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Uploaded files are read with the session, because a picture of a page sends no token. */
function addressOf({ id, file_url: url }: Attachment): { href: string; isOwn: boolean } {
  const isOwn = url.endsWith(`/v1/attachments/${id}/file`);
  const own = `/ui/messaging/attachments/${encodeURIComponent(id)}/file`;
  return { href: isOwn ? own : url, isOwn };
}

const isWebAddress = (address: string): boolean => /^https?:\/\//iu.test(address);

/** Files and links of a message; pictures are shown. */
export function Attachments({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="talk-files" aria-label={messageTexts.filesOf}>
      {files.map((file) => (
        <li key={file.id}>
          <File file={file} />
        </li>
      ))}
    </ul>
  );
}

function File({ file }: { file: Attachment }) {
  const { filename, file_type: type, file_size: size } = file;
  const { href, isOwn } = addressOf(file);
  if (isOwn && pictures.has(type)) {
    return (
      <a className="talk-picture" href={href} target="_blank" rel="noopener">
        <img src={href} alt={messageTexts.picture(filename)} loading="lazy" />
      </a>
    );
  }
  if (!isOwn && !isWebAddress(href)) return <span className="chip">{filename}</span>;
  const elsewhere = isOwn ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' };
  return (
    <a className="talk-file" href={href} {...(isOwn && { download: filename })} {...elsewhere}>
      <IconFile size={16} stroke={1.75} aria-hidden />
      <span className="ellipsis">{filename}</span>
      {size !== null && <span className="tiny faint nowrap">{bytesText(size)}</span>}
      {isOwn ? <IconDownload size={14} aria-hidden /> : <IconExternalLink size={14} aria-hidden />}
    </a>
  );
}
