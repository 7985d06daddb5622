/** The name in a text that need not parse: `name` at its top, or `title` of `info` in older formats. */
export function nameOf(text: string): string | undefined {
  const found =
    /^name:[ \t]+(.+)$/mu.exec(text) ?? /^info:\s*\n(?: .*\n)*? +title:[ \t]+(.+)$/mu.exec(text);
  const value = found?.[1]?.replace(/\s+#.*$/u, '').trim() ?? '';
  const name = value.replace(/^(["'])(.*)\1$/u, '$2');
  return name === '' ? undefined : name;
}
