import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Site } from '../../bff/view-models/site.ts';
import { siteQuery } from '../api/query-client.ts';
import { fetchParts, Takeover } from '../first-view/drawing.tsx';
import { HOME_PATH, mailUrl } from '../paths.ts';
import { GATE, SITE } from '../texts/page.ts';
import { Button } from '../ui/Button.tsx';
import { Logo } from '../ui/drawings.tsx';
import { useVisitorContact } from './contact-and-deal.ts';
import { forgetVisitor, useVisitor, WIPED } from './gate/visitor.ts';
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

/** What a visitor without a link sees: prefetched while the question that leads to it is open. */
export const LINK_FORM_FILE = 'customer/gate/LinkForm.tsx';

/** For a forwarded link or a shared computer: after a confirmation, the device forgets the link (decision I6). */
function NotYou() {
  const contact = useVisitorContact();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<boolean>();
  const place = useRef<HTMLDivElement>(null);
  // The question replaces the pressed button: focus its first option, and the button again after "Nee".
  useEffect(() => {
    if (asking !== undefined) place.current?.querySelector('button')?.focus();
  }, [asking]);
  if (!contact) return null;

  function ask() {
    setAsking(true);
    void fetchParts([LINK_FORM_FILE]);
  }

  function forget() {
    forgetVisitor();
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'site' });
    navigate(HOME_PATH, { replace: true, state: WIPED });
  }

  const question = contact.Full_Name ? GATE.notYou(contact.Full_Name) : GATE.notYouNameless;
  return (
    <div className="not-you" ref={place}>
      <Takeover>
        {asking ? (
          <>
            <p>{question}</p>
            <p className="small">{GATE.notYouHint}</p>
            <div className="button-row">
              <Button variant="quiet" onClick={() => setAsking(false)}>
                {GATE.notYouNo}
              </Button>
              <Button variant="quiet" onClick={forget}>
                {GATE.notYouYes}
              </Button>
            </div>
          </>
        ) : (
          <Button variant="plain" onClick={ask}>
            {question}
          </Button>
        )}
      </Takeover>
    </div>
  );
}

/** A button that saves something; disabled in a preview, with the reason. */
export function WriteButton({ disabledReason, ...rest }: ComponentProps<typeof Button>) {
  const { preview } = useVisitor();
  return <Button {...rest} disabledReason={preview ? GATE.preview.text : disabledReason} />;
}
