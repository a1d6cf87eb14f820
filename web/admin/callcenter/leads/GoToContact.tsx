import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { leadPath } from '../../../paths.ts';
import { LEADS } from '../../../texts/admin-leads.ts';
import { Button } from '../../../ui/Button.tsx';

export function GoToContact() {
  const [id, setId] = useState('');
  const navigate = useNavigate();

  function go(event: FormEvent) {
    event.preventDefault();
    const typed = id.trim();
    if (typed !== '') void navigate(leadPath(typed));
  }

  return (
    <form className="go-to" onSubmit={go}>
      <input
        className="input"
        aria-label={LEADS.goToLabel}
        placeholder={LEADS.goToPlaceholder}
        inputMode="numeric"
        autoComplete="off"
        value={id}
        onChange={(event) => setId(event.target.value)}
      />
      <Button type="submit" variant="quiet">
        {LEADS.go}
      </Button>
    </form>
  );
}
