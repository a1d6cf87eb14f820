import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { Takeover } from '../../first-view/Takeover.tsx';
import { HOME_PATH } from '../../paths.ts';
import { GATE } from '../../texts/gate.ts';
import { Button } from '../../ui/Button.tsx';
import { useVisitorContact } from './contact-context.ts';
import { forgetVisitor } from './visitor.ts';

/** A link that was forwarded, or a shared computer: the device forgets whom it belongs to. */
export function NotYou() {
  const contact = useVisitorContact();
  const client = useQueryClient();
  const navigate = useNavigate();
  if (!contact) return null;

  function forget() {
    forgetVisitor();
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'site' });
    navigate(HOME_PATH, { replace: true });
  }

  return (
    <div className="not-you">
      <Takeover>
        <Button variant="plain" onClick={forget}>
          {contact.Full_Name ? GATE.notYou(contact.Full_Name) : GATE.notYouNameless}
        </Button>
      </Takeover>
      <p className="small">{GATE.notYouHint}</p>
    </div>
  );
}
