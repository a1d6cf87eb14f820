import { useOnline } from '../device/use-online.ts';
import { ACTIONS } from '../texts/page.ts';
import { Spinner } from './Spinner.tsx';

/** In the place of a part that is being loaded; without a connection it says what it waits for. */
export function PartLoading() {
  const online = useOnline();
  return (
    <div role="status">
      <Spinner />
      {!online && <p>{ACTIONS.waitsForConnection}</p>}
    </div>
  );
}
