const evaluation = {
  subject: { type: 'user', id: 'ada@example.com' },
  action: { name: 'query' },
  resource: { type: 'data_product', id: 'orders', properties: { outputPortId: 'orders' } },
};

/** Example bodies of the settings of the catalog, and of questions about them. */
export const settingsExamples: Readonly<Record<string, unknown>> = {
  AccessEvaluation: evaluation,
  AccessEvaluations: {
    subject: evaluation.subject,
    action: evaluation.action,
    evaluations: [{ resource: evaluation.resource }],
  },
  DataProductScoreSettingsWrite: {
    ratingBands: { excellent: 90, good: 70, fair: 50 },
    rules: [{ key: 'owner', weight: 20 }],
  },
  DataProductTypesWrite: {
    dataProductTypes: [{ id: 'source-aligned', labels: { en: 'Source-aligned' }, default: true }],
  },
  EmailTemplatesWrite: {
    templates: {
      'access-expiry': {
        enabled: true,
        languages: { en: { subject: 'Access ends', body: '{{message}}' } },
      },
    },
  },
  Customization: {
    dataProduct: { customFilters: [{ displayName: 'Region', customField: 'region' }] },
  },
  EmailTemplatePreview: { type: 'access-expiry', subject: 'Access ends', body: '{{message}}' },
};
