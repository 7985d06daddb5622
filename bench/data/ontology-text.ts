/** An ontology of so many concepts, every other one with a relationship to the one before, about 300 bytes each. */
export function ontologyText(
  name: string,
  concepts: number,
  change: (index: number) => string,
): string {
  const entries = Array.from({ length: concepts }, (_, index) => entry(index, change(index)));
  return `name: ${name}\nprefixes: {ex: "https://example.com/ns#"}\nontology:\n${entries.join('')}`;
}

function entry(index: number, description: string): string {
  const relationship = `    relationships:
      - name: belongs to
        id: r${index}
        type: relatedTo
        multiplicity: ManyToOne
        roles:
          - concept: Concept ${index - 1}
`;
  return `  - concept: Concept ${index}
    id: concept_${index}
    type: EntityType
    iri: ex:Concept${index}
    description: ${description} of what the business calls concept number ${index}, as agreed by those who use it
    status: active
${index % 2 === 1 ? relationship : ''}`;
}
