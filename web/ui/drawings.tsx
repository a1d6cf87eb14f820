import done from './drawings/done.svg';
import house from './drawings/house.svg';
import letter from './drawings/letter.svg';
import plug from './drawings/plug.svg';

/** The word mark, with a salt crystal as the dot on the i. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 160 50" width="128" height="40" role="img" aria-label="Gaikan">
      <g fill="none" stroke="currentColor" strokeWidth="5.200">
        <circle cx="14" cy="24" r="10" />
        <path d="M24 11.500V36a10 10 0 0 1-18.800 4.800" />
        <circle cx="45" cy="24" r="10" />
        <path d="M55 11.500V37M68.500 11.500V37M82 1v36M97.500 12 84 25.500M88.500 21 99 37" />
        <circle cx="115" cy="24" r="10" />
        <path d="M125 11.500V37M137.500 11.500V37M137.500 24a9 9 0 0 1 18 0v13" />
      </g>
      <path className="logo-crystal" d="m68.500-1 5 2.900v5.700l-5 2.900-5-2.900V1.900z" transform="translate(0 .5)" />
    </svg>
  );
}

const DRAWINGS = { done, house, letter, plug };

/** A drawing in the style of a Delft tile. Decorative and hidden from screen readers. */
export function Tile({ of }: { of: keyof typeof DRAWINGS }) {
  return <img className="tile" src={DRAWINGS[of]} alt="" width="240" height="240" />;
}
