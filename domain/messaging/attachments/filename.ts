/** Maximum length of a name in common file systems, in bytes of UTF-8. */
const maxFilenameBytes = 255;

// Marks that change the direction of text make gpj.exe look like exe.jpg.
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A safe file name: without folders, control characters and marks that change the direction of text, at most
 * 255 bytes long; a longer name keeps its extension. `undefined` when nothing remains.
 */
export function cleanFilename(text: string): string | undefined {
  const base = text.split(/[/\\]/).at(-1) ?? '';
  const name = base.replaceAll(unwanted, '').trim();
  if (/^\.*$/.test(name)) return undefined;
  if (Buffer.byteLength(name) <= maxFilenameBytes) return name;
  const ending = /\.[^.]{1,20}$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  return firstBytes(stem, maxFilenameBytes - Buffer.byteLength(ending)) + ending;
}

/** As many whole characters as fit. */
function firstBytes(text: string, limit: number): string {
  let length = 0;
  let kept = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > limit) break;
    kept += character;
  }
  return kept;
}

/** The file name in a URL. */
export function filenameOfUrl(url: string): string | undefined {
  const { pathname } = new URL(url);
  try {
    return cleanFilename(decodeURIComponent(pathname));
  } catch {
    return cleanFilename(pathname);
  }
}
