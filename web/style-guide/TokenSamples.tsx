import { STYLE_GUIDE } from '../texts/style-guide.ts';
import { Logo } from '../ui/Logo.tsx';
import { Tile } from '../ui/Tile.tsx';

const SPACES = [1, 2, 3, 4, 5];
const RADII = ['radius-small', 'radius', 'radius-large'];
const SHADOWS = ['shadow', 'shadow-high'];

export function Colours() {
  return (
    <ul className="swatches">
      {Object.entries(STYLE_GUIDE.colours).map(([token, use]) => (
        <li key={token}>
          <span className="swatch" style={{ background: `var(--${token})` }} />
          <code>{token}</code> <span className="small">{use}</span>
        </li>
      ))}
    </ul>
  );
}

export function Type() {
  const { h1, h2, h3, lead, text, small, link } = STYLE_GUIDE.type;
  return (
    <>
      <p className="sample-h1">{h1}</p>
      <p className="sample-h2">{h2}</p>
      <h3>{h3}</h3>
      <p className="lead">{lead}</p>
      <p>{text}</p>
      <p className="small">{small}</p>
      <p>
        <a href="#inhoud">{link}</a>
      </p>
    </>
  );
}

export function Measures() {
  return (
    <div className="samples">
      {SPACES.map((step) => (
        <span key={step} className="measure" style={{ width: `var(--space-${step})` }}>
          {step}
        </span>
      ))}
      {RADII.map((token) => (
        <span key={token} className="corner" style={{ borderRadius: `var(--${token})` }}>
          <code>{token}</code>
        </span>
      ))}
      {SHADOWS.map((token) => (
        <span key={token} className="corner" style={{ boxShadow: `var(--${token})` }}>
          <code>{token}</code>
        </span>
      ))}
    </div>
  );
}

export function Tiles() {
  return (
    <div className="samples sample-tiles">
      <Logo />
      <Tile of="house" />
      <Tile of="letter" />
      <Tile of="plug" />
      <Tile of="done" />
    </div>
  );
}
