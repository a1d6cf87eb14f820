import { isRequestFailed } from '../../api/problem.ts';
import { HELP } from '../../texts/page.ts';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { SellerPhone } from '../Help.tsx';

interface ActProblemProps {
  error: Error;
  before: string;
  notRecorded: string;
  unknown?: { readonly title: string; readonly text: string };
}

/** Why a signature or a withdrawal failed, and whom to call. */
export function ActProblem({ error, before, notRecorded, unknown }: ActProblemProps) {
  const isNotRecorded = isRequestFailed(error) && error.code === 'not_recorded';
  return (
    <SaveProblem error={error} before={isNotRecorded ? notRecorded : before} {...(unknown && { unknown })}>
      <p>
        <SellerPhone before={HELP.call} />
      </p>
    </SaveProblem>
  );
}
