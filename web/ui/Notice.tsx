import { type ReactNode, useEffect, useRef } from 'react';

interface NoticeProps {
  title?: string;
  tone?: 'calm' | 'warning' | 'problem';
  /** Moves the focus to the notice when it appears. */
  takesFocus?: boolean;
  /** Read out at once; by default only a problem is. */
  isAlert?: boolean;
  children?: ReactNode;
}

export function Notice({
  title,
  tone = 'calm',
  takesFocus = false,
  isAlert = tone === 'problem',
  children,
}: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} className={`notice notice-${tone}`} role={isAlert ? 'alert' : 'status'} tabIndex={-1}>
      {title && <p className="title">{title}</p>}
      {children}
    </div>
  );
}
