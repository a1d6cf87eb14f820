import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Takeover } from '../first-view/Takeover.tsx';
import { HOME_PATH } from '../paths.ts';
import { GATE, SITE } from '../texts/page.ts';
import { Logo } from '../ui/Logo.tsx';
import { useVisitor } from './gate/visitor.ts';
import { PageFooter } from './PageFooter.tsx';

interface PageFrameProps {
  /** Content of the sticky header, beside the logo. */
  progress?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}

export function PageFrame({ progress, narrow = false, children }: PageFrameProps) {
  const { preview } = useVisitor();
  return (
    <>
      <a className="skip" href="#inhoud">
        {SITE.skip}
      </a>
      <header className="header">
        <div className="header-row">
          <Link className="header-home" to={HOME_PATH} aria-label={SITE.home}>
            <Logo />
          </Link>
          {progress}
        </div>
        {preview && (
          <p className="preview">
            <strong>{GATE.preview.label}</strong> {GATE.preview.text}
          </p>
        )}
      </header>
      <main className={narrow ? 'page page-narrow' : 'page'} id="inhoud" tabIndex={-1}>
        <Takeover>{children}</Takeover>
      </main>
      <PageFooter />
    </>
  );
}
