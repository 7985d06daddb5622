// Mermaid is a package of ES modules and keeps its diagrams to itself: a process of its own parses them.
import purify from 'dompurify';
import mermaid from 'mermaid';

// It cleans the HTML of labels, for which it wants a browser; here nothing is shown.
purify.addHook = () => undefined;
purify.sanitize = (text) => text;

let input = '';
for await (const chunk of process.stdin) input += chunk;

const answers = [];
for (const text of JSON.parse(input)) {
  try {
    const { config } = await mermaid.parse(text);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    answers.push({
      config,
      entities: [...db.getEntities()].map(([name, { id, attributes }]) => ({
        name,
        id,
        attributes,
      })),
      relationships: db.getRelationships(),
    });
  } catch (error) {
    answers.push({ error: String(error) });
  }
}
process.stdout.write(JSON.stringify(answers));
