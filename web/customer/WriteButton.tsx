import type { ComponentProps } from 'react';
import { GATE } from '../texts/page.ts';
import { Button } from '../ui/Button.tsx';
import { useVisitor } from './gate/visitor.ts';

/** A button that saves something; disabled in a preview, with the reason. */
export function WriteButton({ disabledReason, ...rest }: ComponentProps<typeof Button>) {
  const { preview } = useVisitor();
  return <Button {...rest} disabledReason={preview ? GATE.preview.text : disabledReason} />;
}
