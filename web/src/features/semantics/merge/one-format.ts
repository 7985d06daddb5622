/** A text that begins as JSON; an ontology may be stored as JSON on one line. */
const isJson = (text: string): boolean => text.trimStart().startsWith('{');

/** Two texts of an ontology so that their lines can be compared: if one of them is JSON, both as YAML in blocks. */
export async function inOneFormat(
  before: string,
  after: string,
): Promise<{ before: string; after: string }> {
  if (!isJson(before) && !isJson(after)) return { before, after };
  const { isCollection, isScalar, parseDocument, visit } = await import('yaml');
  const inBlocks = (text: string): string => {
    const document = parseDocument(text);
    if (document.errors.length > 0) return text;
    visit(document, (_, node) => {
      if (isCollection(node)) node.flow = false;
      else if (isScalar(node)) delete node.type;
    });
    return document.toString({ lineWidth: 0 });
  };
  return { before: inBlocks(before), after: inBlocks(after) };
}
