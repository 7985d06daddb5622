// Mermaid is a package of ES modules and keeps its diagrams to itself: a process of its own parses them.
import readline from 'node:readline';
import purify from 'dompurify';
import mermaid from 'mermaid';

// It cleans the HTML of labels, for which it wants a browser; here nothing is shown.
purify.addHook = () => undefined;
purify.sanitize = (text) => text;

async function read(text) {
  try {
    const { config } = await mermaid.parse(text);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const entities = [...db.getEntities()];
    return {
      config,
      entities: entities.map(([name, { id, attributes }]) => ({ name, id, attributes })),
      relationships: db.getRelationships(),
    };
  } catch (error) {
    return { error: String(error) };
  }
}

// A line is a list of texts, and the answer to it is a line too.
for await (const line of readline.createInterface({ input: process.stdin })) {
  const answers = [];
  for (const text of JSON.parse(line)) answers.push(await read(text));
  process.stdout.write(`${JSON.stringify(answers)}\n`);
}
