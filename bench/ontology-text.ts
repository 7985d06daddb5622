/** An ontology of so many concepts, every other one with a relationship to the one before, about 300 bytes each. */
export function ontologyText(
  name: string,
  concepts: number,
  change: (place: number) => string,
): string {
  const entries = Array.from({ length: concepts }, (_, place) => entry(place, change(place)));
  return `name: ${name}\nprefixes: {ex: "https://example.com/ns#"}\nontology:\n${entries.join('')}`;
}

function entry(place: number, description: string): string {
  const relationship = `    relationships:
      - name: belongs to
        id: r${place}
        type: relatedTo
        multiplicity: ManyToOne
        roles:
          - concept: Concept ${place - 1}
`;
  return `  - concept: Concept ${place}
    id: concept_${place}
    type: EntityType
    iri: ex:Concept${place}
    description: ${description} of what the business calls concept number ${place}, as agreed by those who use it
    status: active
${place % 2 === 1 ? relationship : ''}`;
}
