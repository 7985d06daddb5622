/** The path of an asset without the integration that its id begins with; names of files stand in their folders. */
export function pathOf(id: string): string {
  const path = id.slice(id.indexOf(':') + 1);
  if (!path.includes('"')) return path;
  const names = path.match(/"(?:[^"]|"")*"|[^."]+/gu) ?? [];
  return names
    .map((name) => name.replace(/^"|"$/gu, '').replaceAll('""', '"'))
    .filter((name) => name !== '.')
    .map(decoded)
    .join(' / ');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
