import done from './drawings/done.svg';
import house from './drawings/house.svg';
import letter from './drawings/letter.svg';
import plug from './drawings/plug.svg';

const DRAWINGS = { done, house, letter, plug };

/** A drawing in the style of a Delft tile. Decorative and hidden from screen readers. */
export function Tile({ of }: { of: keyof typeof DRAWINGS }) {
  return <img className="tile" src={DRAWINGS[of]} alt="" width="240" height="240" />;
}
