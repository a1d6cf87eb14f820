/** Texts around the PDF that the server makes. */
export const QUOTE_PDF = {
  making: 'De PDF wordt gemaakt…',
  made: (name: string) => `${name} is gedownload.`,
  failed: 'De PDF is niet gedownload.',
} as const;
