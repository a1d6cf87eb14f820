import { type FocusEvent, type MouseEvent, useRef } from 'react';

/** Who comes to a field with a preset means to replace it: it is selected, and the press that brought one there keeps it so. */
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
