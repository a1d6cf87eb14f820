export const FIELDS = { required: '(verplicht)' } as const;
