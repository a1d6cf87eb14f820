import { type ReactNode, useEffect, useRef } from 'react';

interface NoticeProps {
  title?: string;
  tone?: 'calm' | 'warning' | 'problem';
  /** Moves the focus to the notice when it appears. */
  takesFocus?: boolean;
  children?: ReactNode;
}

export function Notice({ title, tone = 'calm', takesFocus = false, children }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  const isUrgent = tone === 'problem' || (tone === 'warning' && takesFocus);
  return (
    <div ref={box} className={`notice notice-${tone}`} role={isUrgent ? 'alert' : 'status'} tabIndex={-1}>
      {title && <p className="notice-title">{title}</p>}
      {children}
    </div>
  );
}
