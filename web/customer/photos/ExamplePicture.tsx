import type { PhotoSlot } from '../../../bff/view-models/photos.ts';

/** An example of each photo, as decoration: the words beside it say the same. */
export function ExamplePicture({ slot }: { slot: PhotoSlot }) {
  const Drawing = DRAWINGS[slot];
  return (
    <svg className="photo-example" viewBox="0 0 160 120" aria-hidden="true">
      <rect className="example-wall" width="160" height="120" />
      <Drawing />
      <path className="example-frame" d="M12 26V12h14M134 12h14v14M148 94v14h-14M26 108H12V94" />
    </svg>
  );
}

/** From the top: the fuse box, the meter below it, the main fuse and the cable from the street; the door stands open. */
function Cupboard() {
  return (
    <>
      <path className="example-part" d="M46 8h52v106H46z" />
      <path className="example-line" d="M98 8l28 9v106l-28-9zM120 66v8" />
      <path className="example-line" d="M52 16h40v26H52zM52 24h40" />
      <path className="example-line" d="M57 28h4v9h-4zM65 28h4v9h-4zM73 28h4v9h-4zM81 28h4v9h-4z" />
      <path className="example-line" d="M62 42v10M82 42v10" />
      <path className="example-line" d="M54 52h36v24H54zM60 57h24v8H60zM62 71h4M72 71h10" />
      <path className="example-line" d="M72 76v8M65 84h14v11H65zM72 95v19" />
    </>
  );
}

function FuseBox() {
  return (
    <>
      <rect className="example-part" x="22" y="20" width="116" height="80" rx="4" />
      <path className="example-line" d="M30 46h100M30 86h100" />
      {[34, 53, 72, 91, 110].map((x) => (
        <g key={x}>
          <rect className="example-switch" x={x} y="52" width="15" height="28" rx="2" />
          <path className="example-line" d={`M${x + 4} 58h7M${x + 7.5} 58v10`} />
        </g>
      ))}
      <path className="example-line" d="M34 30h30M34 36h20M92 30h34" />
    </>
  );
}

function Spot() {
  return (
    <>
      <path className="example-floor" d="M0 88h160v32H0z" />
      <path className="example-line" d="M0 88h160" />
      <path className="example-spot" d="M56 34h48v54H56z" />
      <path className="example-line" d="M80 46v30M72 68l8 8 8-8" />
    </>
  );
}

const DRAWINGS: Record<PhotoSlot, () => React.ReactNode> = {
  '1-meterkast': Cupboard,
  '2-groepenkast': FuseBox,
  '3-plek': Spot,
};
