import { type FocusEvent, type MouseEvent, useRef } from 'react';

/**
 * Selects a preset value on focus, so that typing replaces it; the mouse press that focused the field keeps the
 * selection.
 */
export function useSelectOnFocus() {
  const arrived = useRef(false);
  return {
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      arrived.current = true;
      event.target.select();
    },
    onMouseUp: (event: MouseEvent) => {
      if (arrived.current) event.preventDefault();
      arrived.current = false;
    },
    onBlur: () => {
      arrived.current = false;
    },
  };
}
