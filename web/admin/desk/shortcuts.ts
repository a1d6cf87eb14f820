import { KEYS } from '../../texts/admin.ts';
import { OUTCOMES } from '../../texts/admin-actions.ts';
import { OUTCOME_ORDER } from './outcome-order.ts';

export type ShortcutName = 'search' | 'note' | 'next' | 'previous' | `outcome-${number}`;

export interface Shortcut {
  name: ShortcutName;
  /** The physical key: with Alt, some keyboards produce another character. */
  code: string;
  shown: string;
  does: string;
}

/** All with Alt, so that typing and speech input never trigger them (WCAG 2.1.4). */
export const SHORTCUTS: readonly Shortcut[] = [
  { name: 'search', code: 'KeyZ', shown: 'Alt + Z', does: KEYS.search },
  { name: 'next', code: 'KeyN', shown: 'Alt + N', does: KEYS.next },
  { name: 'previous', code: 'KeyP', shown: 'Alt + P', does: KEYS.previous },
  { name: 'note', code: 'KeyT', shown: 'Alt + T', does: KEYS.note },
  ...OUTCOME_ORDER.map((outcome, index) => ({
    name: `outcome-${index + 1}` as const,
    code: `Digit${index + 1}`,
    shown: `Alt + ${index + 1}`,
    does: OUTCOMES[outcome].label,
  })),
];
