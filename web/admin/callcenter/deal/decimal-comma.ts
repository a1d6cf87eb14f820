import type { ClipboardEvent, InputEvent } from 'react';

/** A browser in English drops the comma of a number field, and "12,50" becomes 1250: here it is the decimal sign. */
export function typeDecimalPoint(event: InputEvent<HTMLInputElement>) {
  if (event.data !== ',') return;
  event.preventDefault();
  insert('.');
}

export function pasteDecimalPoint(event: ClipboardEvent<HTMLInputElement>) {
  const text = event.clipboardData.getData('text').trim();
  if (!/^\d+,\d{1,2}$/.test(text)) return;
  event.preventDefault();
  insert(text.replace(',', '.'));
}

/** The one way that puts text into a number field at the caret and can be undone. */
function insert(text: string) {
  document.execCommand('insertText', false, text);
}
