import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchParts } from '../../first-view/part.tsx';
import { Takeover } from '../../first-view/Takeover.tsx';
import { HOME_PATH } from '../../paths.ts';
import { GATE } from '../../texts/page.ts';
import { Button } from '../../ui/Button.tsx';
import { useVisitorContact } from './contact-query.ts';
import { HISTORY_PART } from './gate-parts.tsx';
import { forgetVisitor, WIPED } from './visitor.ts';

/** For a forwarded link or a shared computer: after a confirmation, the device forgets the link (decision I6). */
export function NotYou() {
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
    void fetchParts([HISTORY_PART]);
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
