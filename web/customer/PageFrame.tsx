import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Site } from '../../bff/view-models/site.ts';
import { siteQuery } from '../api/site-query.ts';
import { Takeover } from '../first-view/Takeover.tsx';
import { HOME_PATH, mailUrl } from '../paths.ts';
import { GATE, SITE } from '../texts/page.ts';
import { Logo } from '../ui/Logo.tsx';
import { NotYou } from './gate/NotYou.tsx';
import { useVisitor } from './gate/visitor.ts';
import { SellerPhone } from './Help.tsx';

interface PageFrameProps {
  /** Shown in the sticky header, beside the logo. */
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

/** The seller's details on every page, and a way out for visitors who opened another person's link. */
function PageFooter() {
  const { data: site } = useQuery(siteQuery);
  return (
    <footer className="footer">
      <div className="footer-row">
        {site && <Seller seller={site.seller} />}
        <NotYou />
        {(site?.privacyUrl || site?.accessibilityUrl) && (
          <p className="seller">
            {site.privacyUrl && <a href={site.privacyUrl}>{SITE.privacy}</a>}
            {site.accessibilityUrl && <a href={site.accessibilityUrl}>{SITE.accessibility}</a>}
          </p>
        )}
        {site?.sandbox && <p className="sandbox">{SITE.sandbox}</p>}
      </div>
    </footer>
  );
}

function Seller({ seller }: { seller: Site['seller'] }) {
  return (
    <address className="seller">
      <strong>{seller.name}</strong>
      <span>{seller.street}</span>
      <span>{seller.zipCity}</span>
      <span>
        {SITE.kvk} {seller.kvk}
      </span>
      <span>
        {SITE.vatId} {seller.vatId}
      </span>
      <SellerPhone />
      <a href={mailUrl(seller.email)}>{seller.email}</a>
    </address>
  );
}
