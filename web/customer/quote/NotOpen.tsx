import { NOT_OPEN } from '../../texts/declined.ts';
import { HELP } from '../../texts/help.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SellerPhone } from '../SellerPhone.tsx';

export interface NotOpenProps {
  /** A figure is missing (decision E8), it is being updated (decision J1), or staff took it back after an approval here. */
  why: 'incomplete' | 'outdated' | 'takenBack';
}

/** A quote that cannot be agreed to now. Who approved it here must know that nothing was signed. */
export function NotOpen({ why }: NotOpenProps) {
  const isTakenBack = why === 'takenBack';
  return (
    <Notice title={NOT_OPEN[why].title} tone={isTakenBack ? 'problem' : 'calm'} takesFocus={isTakenBack}>
      <p>
        {NOT_OPEN[why].text} {!isTakenBack && <SellerPhone />}
        {!isTakenBack && '.'}
      </p>
      {isTakenBack && (
        <p>
          <SellerPhone before={HELP.call} />
        </p>
      )}
    </Notice>
  );
}
